import { describe, expect, test } from "vitest";
import { bankAccountDetails, banks } from "./details.ts";
import { bankAccountRow } from "./row.ts";

const faultOf = (account_number: string, bank_code: string) =>
  bankAccountDetails.findFault({ account_number, bank_code })?.field;

describe("the bank account check", () => {
  test.each([
    ["0000014579", "011", "the Central Bank's first example"],
    ["0000000220", "011", "the Central Bank's second example, whose check digit is 0"],
    ["0690000032", "044", "Flutterwave's example"],
  ])("accepts account %s at bank %s: %s", (number, bank) => expect(faultOf(number, bank)).toBeUndefined());

  test.each([
    ["0000014578", "011", "account_number", "another check digit"],
    ["0000014579", "058", "account_number", "another bank"],
    ["0000104579", "011", "account_number", "two digits in another order"],
    ["0000014579", "999", "bank_code", "a bank that is not listed"],
  ])("rejects account %s at bank %s at %s: %s", (number, bank, field) => expect(faultOf(number, bank)).toBe(field));

  test("accepts any ten digits at an operator that numbers accounts by phone", () => {
    expect(["8031234567", "8031234568"].map((number) => faultOf(number, "999992"))).toEqual([undefined, undefined]);
  });

  test("rejects exactly nine of ten check digits", () => {
    const digits = Array.from({ length: 10 }, (_none, digit) => faultOf(`123456789${digit}`, "057"));
    expect(digits.filter((field) => field === undefined)).toHaveLength(1);
  });

  test.each(["123456789", "12345678901", "12345 6789", "abcdefghij", ""])("rejects the account number '%s'", (text) => {
    expect(bankAccountRow.fields.account_number.schema.safeParse(text).success).toBe(false);
  });

  test("lists banks by valid codes, each name once", () => {
    for (const code of Object.keys(banks))
      expect(bankAccountRow.fields.bank_code.schema.safeParse(code).success).toBe(true);
    expect(new Set(Object.values(banks)).size).toBe(Object.keys(banks).length);
  });

  test("offers the banks by name", () => {
    const names = bankAccountDetails.inputs.bank_code.choices.map(([, name]) => name);
    expect(names).toHaveLength(Object.keys(banks).length);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, "en")));
  });
});
