import { expect, test } from "vitest";

import { parseTransitionTable, renderStatesPage } from "./generate-state-diagrams.ts";

const table = { initiated: { paid: "succeeded", gave_up: "failed" }, succeeded: {}, failed: { paid: "succeeded" } };

test("a life is drawn with its beginning, every move and every end", () => {
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

test("an export that is no table is refused", () => {
  expect(() => parseTransitionTable({ initiated: { paid: 1 } }, "payment")).toThrow("leads to no state");
  expect(() => parseTransitionTable("nothing", "payment")).toThrow("holds no state");
});
