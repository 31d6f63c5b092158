import { type ProblemCode, problems } from "@idanimo/contract/problems";
import { secondFactorCode } from "@idanimo/contract/second-factor";
import * as texts from "@idanimo/contract/texts";
import { expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { codeErrorMessage } from "./code-error.ts";

const met = (code: ProblemCode) =>
  ({ code, status: problems[code].status, title: problems[code].title, message: problems[code].text }) as const;

test("shows a wrong code below its field, in the words of its kind [T-02]", () => {
  expect(codeErrorMessage(met("second_factor_wrong"), "authenticator")).toBe(texts.secondFactorWrong);
  expect(codeErrorMessage(met("second_factor_wrong"), "recovery")).toMatch(/recovery code/);
});

test.each(["second_factor_ended", "too_many_requests", "no_response"] as const)(
  "shows no error at the code field for %s [T-02]",
  (code) => {
    expect(codeErrorMessage(met(code), "authenticator")).toBeUndefined();
  },
);

test.each(["123456", "123 456", " 123456 ", "k7dm-29xp-q4tw", "K7DM29XPQ4TW"])(
  "accepts a code in the forms that people type: %s",
  (typed) => {
    expect(safeParse(secondFactorCode, typed).success).toBe(true);
  },
);
