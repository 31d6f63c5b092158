import { expect, test } from "vitest";
import type { ZodMiniType } from "zod/mini";
import { registration, userTypes } from "./accounts.ts";
import { accountNin, oneTimeCode, password, searchBvn, searchNin, searchPhone, searchVin } from "./fields.ts";
import {
  bvnLength,
  codeLength,
  idleCountdownSeconds,
  idleWarningMs,
  ninLength,
  passwordMinLength,
  phoneMaxLength,
  profileImageMaxBytes,
  rememberedEmailDays,
  topUpMinimum,
  vinLength,
} from "./limits.ts";
import { dollars, naira } from "./money.ts";
import { operations } from "./operations.ts";
import { startPayment } from "./wallet.ts";

const takes = (schema: ZodMiniType, value: string) => schema.safeParse(value).success;

test.each([
  { id: "CONST-01", what: "a password", schema: password, length: passwordMinLength, source: 8, longer: true },
  {
    id: "CONST-02",
    what: "the account holder's NIN",
    schema: accountNin,
    length: ninLength,
    source: 11,
    longer: false,
  },
  { id: "CONST-02", what: "a NIN to look up", schema: searchNin, length: ninLength, source: 11, longer: false },
  { id: "CONST-03", what: "a BVN", schema: searchBvn, length: bvnLength, source: 11, longer: false },
  { id: "CONST-04", what: "a VIN", schema: searchVin, length: vinLength, source: 17, longer: false },
  { id: "CONST-06", what: "a one-time code", schema: oneTimeCode, length: codeLength, source: 6, longer: false },
])("requires $source characters for $what [$id]", ({ schema, length, source, longer }) => {
  expect(length).toBe(source);
  expect([source - 1, source, source + 1].map((count) => takes(schema, "7".repeat(count)))).toEqual([
    false,
    true,
    longer,
  ]);
});

test("requires exactly 11 digits for a phone number to look up [CONST-05]", () => {
  expect(phoneMaxLength).toBe(11);
  expect(["", "0803555112", "08035551122", "080355511222"].map((phone) => takes(searchPhone, phone))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

// Covers: CONST-11 CONST-12
test("has the specification's numbers where no schema uses them [CONST-07 CONST-08 CONST-09]", () => {
  expect({ rememberedEmailDays, idleWarningMs, idleCountdownSeconds, topUpMinimum, profileImageMaxBytes }).toEqual({
    rememberedEmailDays: 7,
    idleWarningMs: 540_000,
    idleCountdownSeconds: 60,
    topUpMinimum: { NGN: naira(1_000_00n), USD: dollars(10_00n) },
    profileImageMaxBytes: 2 * 1024 * 1024,
  });
});

test("accepts a payment for Nigeria and no other country [CONST-13]", () => {
  const payment = { amount: "1000", currency: "NGN", type: "TOPUP" };
  expect(startPayment.input.safeParse({ ...payment, country: "NG" }).success).toBe(true);
  expect(startPayment.input.safeParse({ ...payment, country: "GH" }).success).toBe(false);
});

test("rejects a sign-up with any other user type [SIGNUP-03]", () => {
  for (const userType of ["admin", "operator", "", undefined])
    expect(registration.input.safeParse({ userType }).error?.issues[0]?.path).toEqual(["userType"]);
  expect(registration.input.safeParse({ userType: "business" }).error?.issues.map(({ path }) => path[0])).not.toContain(
    "userType",
  );
});

test("has two user types and no operation for operators [NAV-20 NAV-21]", () => {
  expect(userTypes).toEqual(["individual", "business"]);
  expect(new Set(Object.values(operations).map(({ access }) => access))).toEqual(new Set(["public", "signed_in"]));
  for (const { path } of Object.values(operations)) expect(path).not.toMatch(/admin|operator/);
});
