import { expect, test } from "vitest";

import { untestedCodes, unusedTexts } from "./check-texts.ts";

test("finds a problem that no test names", () => {
  const tests = [
    'expect(result.problem.code).toBe("wallet_balance_low");',
    '{ outcome: "quote_ended" }',
    "// amount_mismatch",
  ];
  expect(untestedCodes(["wallet_balance_low", "quote_ended", "amount_mismatch"], tests)).toEqual(["amount_mismatch"]);
});

test("finds a text that no screen and no problem uses", () => {
  const product = {
    texts: { error: "Error", low: "Too low", ended: "Over", proceed: "Go on", forgotten: "Never said" },
    problems: { too_low: { title: "Error", text: "Too low" }, quote_ended: { title: "Error", text: "Over" } },
  };
  const screen = "<Button>{texts.proceed}</Button>";
  const rule = 'return fail("too_low", {});';
  const contract = 'problems: ["too_low", "quote_ended"]';
  expect(unusedTexts(product, [screen, rule, contract], [screen, rule])).toEqual(["ended", "forgotten"]);
});
