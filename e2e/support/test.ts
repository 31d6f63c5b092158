import { test as base, type Browser, type BrowserContext, type BrowserContextOptions, expect } from "@playwright/test";

import { runOperator } from "./operator.ts";
import { keepRouting } from "./keep-routing.ts";
import { createBrowserErrors, type BrowserErrors, collectBrowserErrors } from "./browser-errors.ts";

type Fixtures = {
  readonly trouble: BrowserErrors;
  /** Another person with a browser of their own, with the same error checks. */
  readonly newPerson: (options?: BrowserContextOptions) => Promise<BrowserContext>;
};
type WorkerFixtures = { readonly invariantsHold: void };

/** A test that fails on any browser error, and whose file must leave the database invariants intact. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  trouble: async ({}, use) => {
    const trouble = createBrowserErrors();
    await use(trouble);
    expect(trouble.found, "browser errors").toEqual([]);
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

/** Checks every invariant of the money and of the requests in the database. */
export async function expectInvariantsHold(): Promise<void> {
  const { code, words } = await runOperator("check-invariants");
  expect(words).toMatch(/hold/);
  expect(code, words).toBe(0);
}
