import { fetchAhead } from "./fetch-ahead.ts";
import { type Screen, screenAt } from "./screens.ts";

/**
 * Plain `<a href>` everywhere: a press on an address this document has a screen for moves there without loading a page, and
 * pointing at it fetches its code, unless bytes are dear. Any other address, a new tab or a download is the browser's own business.
 * @param go moves to an address within this document
 */
export function followLinks(screens: readonly Screen[], go: (address: string) => void): void {
  const target = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || link.target || link.hasAttribute("download") || link.dataset["legal"] !== undefined)
      return undefined;
    const url = new URL(link.href);
    const found = url.origin === location.origin ? screenAt(screens, url.pathname) : undefined;
    return found && { url, screen: found.screen };
  };
  addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const found = target(event);
    // a place within the page shown is the browser's business as well
    if (!found || (found.url.pathname === location.pathname && found.url.hash)) return;
    event.preventDefault();
    go(found.url.pathname + found.url.search + found.url.hash);
  });
  const point = (event: Event) => fetchAhead(target(event)?.screen);
  addEventListener("pointerover", point, { passive: true });
  addEventListener("focusin", point);
}
