import { useState } from "react";
import { navigate, useLocation } from "../../lib/router.ts";

/**
 * The open cards of a page, stored in the history state: a reload or the back button restores them.
 * @param first open if nothing is stored
 */
export function useOpenCards(
  first: readonly string[],
): readonly [open: readonly string[], turn: (id: string, isOpen: boolean) => void] {
  const { pathname, search, hash, state: historyState } = useLocation();
  const [open, setOpen] = useState(() => parseOpenCards(historyState) ?? first);
  function setCardOpen(id: string, isOpen: boolean) {
    if (open.includes(id) === isOpen) return;
    const cards = isOpen ? [...open, id] : open.filter((known) => known !== id);
    setOpen(cards);
    const otherState: object = typeof historyState === "object" && historyState !== null ? historyState : {};
    navigate(pathname + search + hash, { replace: true, state: { ...otherState, cards }, preserveScroll: true });
  }
  return [open, setCardOpen];
}

function parseOpenCards(historyState: unknown): readonly string[] | undefined {
  if (typeof historyState !== "object" || historyState === null || !("cards" in historyState)) return undefined;
  return Array.isArray(historyState.cards) ? historyState.cards.filter((id) => typeof id === "string") : undefined;
}
