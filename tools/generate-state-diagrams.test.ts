import { expect, test } from "vitest";

import { parseTransitionTable, renderStatesPage } from "./generate-state-diagrams.ts";

const table = { initiated: { paid: "succeeded", gave_up: "failed" }, succeeded: {}, failed: { paid: "succeeded" } };

test("draws the initial state, every transition and every final state", () => {
  const page = renderStatesPage([
    { name: "Payment", file: "states.ts", table: parseTransitionTable(table, "payment") },
  ]);
  for (const line of [
    "## Payment",
    "[*] --> initiated",
    "initiated --> succeeded: paid",
    "initiated --> failed: gave_up",
    "failed --> succeeded: paid",
    "succeeded --> [*]",
  ])
    expect(page).toContain(line);
  expect(page).not.toContain("failed --> [*]");
});

test("throws for an export that is not a table", () => {
  expect(() => parseTransitionTable({ initiated: { paid: 1 } }, "payment")).toThrow("has no next state");
  expect(() => parseTransitionTable("nothing", "payment")).toThrow("contains no state");
});
