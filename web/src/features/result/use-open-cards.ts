import { useState } from "react";
import { navigate, useLocation } from "../../lib/router.ts";

/**
 * The open cards of a page, stored in the history state: a reload or the back button restores them.
 * @param first open if nothing is stored
 */
export function useOpenCards(
  first: readonly string[],
): readonly [open: readonly string[], turn: (id: string, isOpen: boolean) => void] {
  const { pathname, search, hash, state: said } = useLocation();
  const [open, setOpen] = useState(() => parseOpenCards(said) ?? first);
  function setCardOpen(id: string, isOpen: boolean) {
    if (open.includes(id) === isOpen) return;
    const cards = isOpen ? [...open, id] : open.filter((known) => known !== id);
    setOpen(cards);
    const kept: object = typeof said === "object" && said !== null ? said : {};
    navigate(pathname + search + hash, { replace: true, state: { ...kept, cards }, preserveScroll: true });
  }
  return [open, setCardOpen];
}

function parseOpenCards(said: unknown): readonly string[] | undefined {
  if (typeof said !== "object" || said === null || !("cards" in said)) return undefined;
  return Array.isArray(said.cards) ? said.cards.filter((id) => typeof id === "string") : undefined;
}
