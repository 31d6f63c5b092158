import { priceItems } from "@idanimo/contract/price-items";
import { expect, test } from "vitest";
import { priceItemLabel, readableCode } from "./labels.ts";

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
