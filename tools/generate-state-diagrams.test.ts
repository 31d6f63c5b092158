import { expect, test } from "vitest";

import {
  parseTransitionTable,
  renderAllowedTransitions,
  renderNextState,
  renderStatesPage,
} from "./generate-state-diagrams.ts";

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

test("writes each transition and its event into the SQL functions, a state pair once", () => {
  const double = { ...table, failed: { paid: "succeeded", repaid: "succeeded" } };
  const machines = [{ name: "Card payment", file: "states.ts", table: parseTransitionTable(double, "payment") }];
  const allowed = renderAllowedTransitions(machines).match(/\('.*'\)/g);
  expect(allowed).toEqual([
    "('card_payment', 'initiated', 'succeeded')",
    "('card_payment', 'initiated', 'failed')",
    "('card_payment', 'failed', 'succeeded')",
  ]);
  expect(renderNextState(machines).match(/when .*/g)).toEqual([
    "when 'card_payment initiated paid' then 'succeeded'",
    "when 'card_payment initiated gave_up' then 'failed'",
    "when 'card_payment failed paid' then 'succeeded'",
    "when 'card_payment failed repaid' then 'succeeded'",
  ]);
});
