import type { BrowserContext } from "@playwright/test";

/**
 * Keeps request interception on once a page has routed a request. When the last route of a page is removed, the
 * browser stops intercepting, and a request sent at that moment may never get a response.
 */
export function keepRouting(context: BrowserContext): void {
  const nothing = /(?!)/;
  context.on("page", (page) => {
    const route = page.route.bind(page);
    let stored: Promise<unknown> | undefined;
    page.route = async (...given) => {
      await (stored ??= context.route(nothing, (each) => each.fallback()));
      return route(...given);
    };
  });
}
