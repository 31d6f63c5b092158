import { expect, test } from "vitest";

import { unproduced } from "./check-texts.ts";

test("a refusal that no test names is found", () => {
  const tests = [
    'expect(result.problem.code).toBe("wallet_balance_low");',
    '{ outcome: "quote_ended" }',
    "// amount_mismatch",
  ];
  expect(unproduced(["wallet_balance_low", "quote_ended", "amount_mismatch"], tests)).toEqual(["amount_mismatch"]);
});
