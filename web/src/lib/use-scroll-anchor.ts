import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

type ScrollAnchor = { readonly pressed: Element; readonly main: HTMLElement; top: number; height: number };

/**
 * Keeps the clicked element at its place on the screen until the next click: a message above it then scrolls the
 * page instead of moving the element. Does nothing in dialogs, which do not scroll as a whole [G-F4].
 * @returns a function that anchors an element
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
    // the main element grows as well if there is room below, so that the page can scroll and the footer stays in
    // place
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

/** Distance from the top of the page, independent of scrolling. */
const topOnPage = (element: Element) => element.getBoundingClientRect().top + scrollY;
