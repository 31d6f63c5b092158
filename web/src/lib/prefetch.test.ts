import { expect, test } from "vitest";
import { isSavingData } from "./prefetch.ts";

test.each([
  { browser: {}, spares: false, why: "a browser that says nothing of its line" },
  { browser: { connection: { saveData: false, effectiveType: "4g" } }, spares: false, why: "a quick line" },
  {
    browser: { connection: { saveData: true, effectiveType: "4g" } },
    spares: true,
    why: "a reader who asked for few bytes",
  },
  { browser: { connection: { saveData: false, effectiveType: "2g" } }, spares: true, why: "a line of 2G" },
])("G-F3 $why: the next screen is fetched ahead: not if $spares", ({ browser, spares }) => {
  expect(isSavingData(browser)).toBe(spares);
});
