import { expect, test } from "vitest";
import { paidSummary } from "./paid-summary.ts";

test.each([
  { actions: ["result", "pending", "pending", "result"], text: "4 checks paid: 2 ready, 2 waiting" },
  { actions: ["refunded", "denied", "result"], text: "3 checks paid: 1 ready, 1 declined, 1 refunded" },
  { actions: ["running"], text: "1 check paid: 1 running" },
] as const)("paidSummary counts the checks by what happened to them: $text", ({ actions, text }) => {
  expect(paidSummary(actions)).toBe(text);
});
