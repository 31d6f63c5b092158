import { runAfterPaint } from "./after-paint.ts";
import { storedScrollPositions } from "./storage.ts";

/** How far down the pages of this tab were scrolled when they were left, by their place in the browser's history. */
let positions: Readonly<Record<string, number>> = {};

/** As many places as anybody goes back over. */
const maxPositions = 50;

/** Skeletons on the page, and how far down it was left: they have no room for that, and the foot would stand in the window. */
let skeletonCount = 0;
let pendingTop: number | undefined;

/** Notes how far the page shown is scrolled. */
export function saveScrollPosition(key: string): void {
  const { [key]: _, ...others } = positions;
  const top = pendingTop !== undefined && scrollY === 0 ? pendingTop : Math.round(scrollY);
  pendingTop = undefined;
  positions = Object.fromEntries([...Object.entries(others), [key, top] as const].slice(-maxPositions));
}

/**
 * Scrolls to where a place was left: once what stood there has come, unless the reader has gone on meanwhile.
 * @returns false where nobody was
 */
export function restoreScrollPosition(key: string): boolean {
  const top = positions[key];
  if (top === undefined) return false;
  if (skeletonCount > 0) {
    scrollTo(0, 0);
    pendingTop = top;
  } else scrollTo(0, top);
  return true;
}

/** Whoever does something has gone on, and is left where they are. */
function cancelPendingRestore(): void {
  pendingTop = undefined;
}

/** A skeleton stands on the page. @returns takes it away */
export function registerSkeleton(): () => void {
  skeletonCount += 1;
  return () => {
    skeletonCount -= 1;
    // once what came is drawn: the page grows in the one paint and is scrolled in the other, so that nothing is pushed
    runAfterPaint(() => {
      if (skeletonCount > 0 || pendingTop === undefined) return;
      if (scrollY === 0) scrollTo(0, pendingTop);
      pendingTop = undefined;
    });
  };
}

/**
 * Keeps them over a reload and while the tab shows another document, and has the browser leave them to us: it would scroll a page
 * before its screen is there.
 * @param currentKey key of the place shown
 */
export function startScrollRestoration(currentKey: () => string): void {
  positions = storedScrollPositions.get() ?? {};
  for (const act of ["pointerdown", "keydown", "wheel"])
    addEventListener(act, cancelPendingRestore, { capture: true, passive: true });
  const setManualRestoration = () => (history.scrollRestoration = "manual");
  setManualRestoration();
  addEventListener("pageshow", setManualRestoration);
  addEventListener("pagehide", () => {
    saveScrollPosition(currentKey());
    storedScrollPositions.set(positions);
    history.scrollRestoration = "auto";
  });
}
