import { priceItems } from "@idanimo/contract/price-items";
import { expect, test } from "vitest";
import { clockText, priceItemLabel, readableCode } from "./labels.ts";

test("shows a code in words", () => {
  expect(["BVN_OWNER", "stolenCheck", "late_payment"].map(readableCode)).toEqual([
    "Bvn owner",
    "Stolen check",
    "Late payment",
  ]);
});

test("names each price item by the checks that it is charged for", () => {
  expect(priceItemLabel("company")).toBe("Registration Number (RC), Business Name");
  expect(priceItemLabel("stolenCheck")).toBe("Stolen check, added to Vehicle History (VIN)");
  const labels = priceItems.map(priceItemLabel);
  expect(new Set(labels).size).toBe(priceItems.length);
});

test.each([
  [72 * 60, "72 hours left"],
  [119, "1 hour left"],
  [59, "59 minutes left"],
  [1, "1 minute left"],
  [0, "0 minutes left"],
  [-1, "1 minute overdue"],
  [-181, "3 hours overdue"],
])("writes %d minutes of a clock as %s [OC-16]", (minutes, text) => {
  expect(clockText(minutes)).toBe(text);
});
