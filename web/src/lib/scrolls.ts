import { afterPaint } from "./after-paint.ts";
import { storedScrolls } from "./storage.ts";

/** How far down the pages of this tab were scrolled when they were left, by their place in the browser's history. */
let scrolls: Readonly<Record<string, number>> = {};

/** As many places as anybody goes back over. */
const most = 50;

/** Skeletons on the page, and how far down it was left: they have no room for that, and the foot would stand in the window. */
let skeletons = 0;
let waiting: number | undefined;

/** Notes how far the page shown is scrolled. */
export function keepScroll(key: string): void {
  const { [key]: _, ...others } = scrolls;
  const top = waiting !== undefined && scrollY === 0 ? waiting : Math.round(scrollY);
  waiting = undefined;
  scrolls = Object.fromEntries([...Object.entries(others), [key, top] as const].slice(-most));
}

/**
 * Scrolls to where a place was left: once what stood there has come, unless the reader has gone on meanwhile.
 * @returns false where nobody was
 */
export function scrollBack(key: string): boolean {
  const top = scrolls[key];
  if (top === undefined) return false;
  if (skeletons > 0) {
    scrollTo(0, 0);
    waiting = top;
  } else scrollTo(0, top);
  return true;
}

/** Whoever does something has gone on, and is left where they are. */
function goOn(): void {
  waiting = undefined;
}

/** A skeleton stands on the page. @returns takes it away */
export function addSkeleton(): () => void {
  skeletons += 1;
  return () => {
    skeletons -= 1;
    // once what came is drawn: the page grows in the one paint and is scrolled in the other, so that nothing is pushed
    afterPaint(() => {
      if (skeletons > 0 || waiting === undefined) return;
      if (scrollY === 0) scrollTo(0, waiting);
      waiting = undefined;
    });
  };
}

/**
 * Keeps them over a reload and while the tab shows another document, and has the browser leave them to us: it would scroll a page
 * before its screen is there.
 * @param shown key of the place shown
 */
export function keepScrolls(shown: () => string): void {
  scrolls = storedScrolls.get() ?? {};
  for (const act of ["pointerdown", "keydown", "wheel"]) addEventListener(act, goOn, { capture: true, passive: true });
  const ours = () => (history.scrollRestoration = "manual");
  ours();
  addEventListener("pageshow", ours);
  addEventListener("pagehide", () => {
    keepScroll(shown());
    storedScrolls.set(scrolls);
    history.scrollRestoration = "auto";
  });
}
