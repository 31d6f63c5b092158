import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

type ScrollAnchor = { readonly pressed: Element; readonly main: HTMLElement; top: number; height: number };

/**
 * Keeps what was pressed where it is on the screen, until the next press: what an answer says above it then moves the page under it
 * instead of pushing it away from the finger. In a dialog, which is never scrolled as a whole, nothing is held. Source: G-F4.
 * @returns holds an element from now on
 */
export function useScrollAnchor(): (pressed: Element | null) => void {
  const anchor = useRef<ScrollAnchor>(undefined);
  const resizedMain = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const now = anchor.current;
    if (!now?.pressed.isConnected) return;
    const by = topOnPage(now.pressed) - now.top;
    if (by === 0) return;
    now.top += by;
    now.height += by;
    // all of it grows as well, where there was room below: so it can be scrolled, and its foot stays too
    now.main.style.minHeight = `${now.height}px`;
    resizedMain.current = now.main;
    scrollBy({ top: by, behavior: "instant" });
  });
  useEffect(() => {
    const releaseAnchor = () => {
      anchor.current = undefined;
    };
    const presses = ["pointerdown", "keydown"] as const;
    for (const press of presses) addEventListener(press, releaseAnchor, { capture: true });
    return () => {
      for (const press of presses) removeEventListener(press, releaseAnchor, { capture: true });
      resizedMain.current?.style.removeProperty("min-height");
    };
  }, []);
  return useCallback((pressed) => {
    const main = pressed?.closest("dialog") ? null : pressed?.closest("main");
    anchor.current =
      pressed && main ? { pressed, main, top: topOnPage(pressed), height: main.offsetHeight } : undefined;
  }, []);
}

/** From the head of the page, wherever it is scrolled to. */
const topOnPage = (element: Element) => element.getBoundingClientRect().top + scrollY;
