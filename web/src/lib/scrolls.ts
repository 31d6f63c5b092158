import { storedScrolls } from "./storage.ts";

/** How far down the pages of this tab were scrolled when they were left, by their place in the browser's history. */
let scrolls: Readonly<Record<string, number>> = {};

/** As many places as anybody goes back over. */
const most = 50;

/** Notes how far the page shown is scrolled. */
export function keepScroll(key: string): void {
  const { [key]: _, ...others } = scrolls;
  scrolls = Object.fromEntries([...Object.entries(others), [key, Math.round(scrollY)] as const].slice(-most));
}

/** How far down a place was left; undefined where nobody was. */
export const keptScroll = (key: string): number | undefined => scrolls[key];

/**
 * Keeps them over a reload and while the tab shows another document, and has the browser leave them to us: it would scroll a page
 * before its screen is there.
 * @param shown key of the place shown
 */
export function keepScrolls(shown: () => string): void {
  scrolls = storedScrolls.get() ?? {};
  const ours = () => (history.scrollRestoration = "manual");
  ours();
  addEventListener("pageshow", ours);
  addEventListener("pagehide", () => {
    keepScroll(shown());
    storedScrolls.set(scrolls);
    history.scrollRestoration = "auto";
  });
}
