import { expect, test } from "vitest";
import { formatSum } from "./format-sum.ts";

test("formats amounts of any currency, also below zero", () => {
  expect([formatSum("NGN", -588_00n), formatSum("USD", 2_14n), formatSum("GHS", 5_00n), formatSum("", 100n)]).toEqual([
    "−₦588",
    "$2.14",
    "5 GHS",
    "1",
  ]);
});
