import { expect, test } from "vitest";
import { isSavingData } from "./prefetch.ts";

test.each([
  { browser: {}, spares: false, why: "a browser without connection information" },
  { browser: { connection: { saveData: false, effectiveType: "4g" } }, spares: false, why: "a fast connection" },
  {
    browser: { connection: { saveData: true, effectiveType: "4g" } },
    spares: true,
    why: "a user who asked to save data",
  },
  { browser: { connection: { saveData: false, effectiveType: "2g" } }, spares: true, why: "a 2G connection" },
])("$why: saves data is $spares [G-F3]", ({ browser, spares }) => {
  expect(isSavingData(browser)).toBe(spares);
});
