import { test as base, type Browser, type BrowserContext, type BrowserContextOptions, expect } from "@playwright/test";

import { runOperator } from "./operator.ts";
import { keepRouting } from "./keep-routing.ts";
import { createBrowserErrors, type BrowserErrors, collectBrowserErrors } from "./browser-errors.ts";

type Fixtures = {
  readonly trouble: BrowserErrors;
  /** Another person with a browser of their own, watched as the first one is. */
  readonly newPerson: (options?: BrowserContextOptions) => Promise<BrowserContext>;
};
type WorkerFixtures = { readonly invariantsHold: void };

/** A test that fails on any trouble in the browser, and whose money laws hold when its file is done. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  trouble: async ({}, use) => {
    const trouble = createBrowserErrors();
    await use(trouble);
    expect(trouble.found, "trouble in the browser").toEqual([]);
  },
  context: async ({ context, trouble }, use) => {
    collectBrowserErrors(context, trouble as ReturnType<typeof createBrowserErrors>);
    keepRouting(context);
    await use(context);
  },
  newPerson: async ({ browser, trouble }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await openContext(browser, options);
      collectBrowserErrors(context, trouble as ReturnType<typeof createBrowserErrors>);
      keepRouting(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
  invariantsHold: [
    async ({}, use) => {
      await use();
      await expectInvariantsHold();
    },
    { scope: "worker", auto: true },
  ],
});

export { expect };

function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ baseURL: test.info().project.use.baseURL, reducedMotion: "reduce", ...options });
}

/** Every law of the money and of the requests, as the database itself checks them. Source: threats section 7. */
export async function expectInvariantsHold(): Promise<void> {
  const { code, words } = await runOperator("check-invariants");
  expect(words).toMatch(/hold/);
  expect(code, words).toBe(0);
}
