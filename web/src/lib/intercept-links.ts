import { prefetchRoute } from "./prefetch.ts";
import { type Route, matchRoute } from "./match-route.ts";

/**
 * Handles plain `<a href>` links: a click on a path of this document navigates without loading a page, and hovering
 * prefetches its code unless the user saves data. The browser handles other URLs, new tabs and downloads.
 * @param navigate navigates to a path within this document
 */
export function interceptLinks(routes: readonly Route[], navigate: (address: string) => void): void {
  const matchLink = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || link.target || link.hasAttribute("download") || link.dataset["legal"] !== undefined)
      return undefined;
    const url = new URL(link.href);
    // the link of a message for another account: only a new document can switch to it
    if (url.searchParams.has("organisation")) return undefined;
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
    // the browser also handles an anchor within the current page
    if (!found || (found.url.pathname === location.pathname && found.url.hash)) return;
    event.preventDefault();
    navigate(found.url.pathname + found.url.search + found.url.hash);
  });
  const prefetchTarget = (event: Event) => prefetchRoute(matchLink(event)?.route);
  addEventListener("pointerover", prefetchTarget, { passive: true });
  addEventListener("focusin", prefetchTarget);
}
