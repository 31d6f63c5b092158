import { expect as asked } from "@playwright/test";

/** `expect` with the timeout of the tests, for screenshots, which run without the test runner. */
export const expect = asked.configure({ timeout: 20_000 });
