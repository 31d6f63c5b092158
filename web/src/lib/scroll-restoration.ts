import { runAfterPaint } from "./after-paint.ts";
import { storedScrollPositions } from "./storage.ts";

/** Scroll positions of this tab's pages, by the key of their history entry. */
let positions: Readonly<Record<string, number>> = {};

/** More than a user goes back. */
const maxPositions = 50;

/** Skeletons on the page. While there are any, a stored position cannot be restored, since the page is shorter. */
let skeletonCount = 0;
let pendingTop: number | undefined;

/** Stores the scroll position of the current page. */
export function saveScrollPosition(key: string): void {
  const { [key]: _, ...others } = positions;
  const top = pendingTop !== undefined && scrollY === 0 ? pendingTop : Math.round(scrollY);
  pendingTop = undefined;
  positions = Object.fromEntries([...Object.entries(others), [key, top] as const].slice(-maxPositions));
}

/**
 * Restores the scroll position of a history entry, once its content has loaded, unless the user has scrolled
 * meanwhile.
 * @returns false if none is stored
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

/** Any input of the user cancels a pending restore. */
function cancelPendingRestore(): void {
  pendingTop = undefined;
}

/** Registers a skeleton on the page. @returns a function that unregisters it */
export function registerSkeleton(): () => void {
  skeletonCount += 1;
  return () => {
    skeletonCount -= 1;
    // after the content is painted: the page grows in one frame and scrolls in the next, which is no layout shift
    runAfterPaint(() => {
      if (skeletonCount > 0 || pendingTop === undefined) return;
      if (scrollY === 0) scrollTo(0, pendingTop);
      pendingTop = undefined;
    });
  };
}

/**
 * Persists positions over reloads and other documents, and turns off the browser's own restoration: it would scroll
 * before the screen is rendered.
 * @param currentKey key of the current history entry
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
