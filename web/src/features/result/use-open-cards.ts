import { useState } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Which cards of a page are open, kept in the browser's own history: a reload and a way back find them as they were left.
 * @param first open where nothing was kept
 */
export function useOpenCards(
  first: readonly string[],
): readonly [open: readonly string[], turn: (id: string, isOpen: boolean) => void] {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(() => openIn(state) ?? first);
  function turn(id: string, isOpen: boolean) {
    if (open.includes(id) === isOpen) return;
    const cards = isOpen ? [...open, id] : open.filter((known) => known !== id);
    setOpen(cards);
    const kept: object = typeof state === "object" && state !== null ? state : {};
    void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true, state: { ...kept, cards } });
  }
  return [open, turn];
}

function openIn(state: unknown): readonly string[] | undefined {
  if (typeof state !== "object" || state === null || !("cards" in state)) return undefined;
  return Array.isArray(state.cards) ? state.cards.filter((id) => typeof id === "string") : undefined;
}
