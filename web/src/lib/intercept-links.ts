import { prefetchRoute } from "./prefetch.ts";
import { type Route, matchRoute } from "./match-route.ts";

/**
 * Plain `<a href>` everywhere: a press on an address this document has a screen for moves there without loading a page, and
 * pointing at it fetches its code, unless bytes are dear. Any other address, a new tab or a download is the browser's own business.
 * @param navigate moves to an address within this document
 */
export function interceptLinks(routes: readonly Route[], navigate: (address: string) => void): void {
  const matchLink = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || link.target || link.hasAttribute("download") || link.dataset["legal"] !== undefined)
      return undefined;
    const url = new URL(link.href);
    const found = url.origin === location.origin ? matchRoute(routes, url.pathname) : undefined;
    return found && { url, route: found.route };
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
    const found = matchLink(event);
    // a place within the page shown is the browser's business as well
    if (!found || (found.url.pathname === location.pathname && found.url.hash)) return;
    event.preventDefault();
    navigate(found.url.pathname + found.url.search + found.url.hash);
  });
  const prefetchTarget = (event: Event) => prefetchRoute(matchLink(event)?.route);
  addEventListener("pointerover", prefetchTarget, { passive: true });
  addEventListener("focusin", prefetchTarget);
}
