import { expect, test } from "vitest";
import { readSignInResult } from "./sign-in-result.ts";

const user = {
  jwtToken: "canary-token",
  expirationDate: "2026-11-21T12:00:00.000Z",
  userType: "individual",
  email: "ada@example.test",
  firstName: "Ada",
  lastName: "Obi",
  phoneNumber: null,
  profileImageLocation: null,
  currency: "NGN",
  walletBalance: 0n,
} as const;

test("drops the token from a sign-in response [T-09]", () => {
  const entered = readSignInResult(user);
  expect(entered).toMatchObject({ step: "done", user: { firstName: "Ada" } });
  expect(Object.values(entered.step === "done" ? entered.user : {})).not.toContain("canary-token");
});

test("a response that requires a second step is not a completed sign-in [LOGIN-08]", () => {
  expect(readSignInResult({ secondFactor: true, ticket: "t", expirationDate: user.expirationDate })).toEqual({
    step: "second",
    ticket: "t",
  });
});
