import * as z from "zod/mini";
import type { CheckRow } from "../check-row.ts";

const accountNumberRequired = "Enter the account number: 10 digits.";
const bankRequired = "Choose the bank.";

/** The name of the holder of a bank account. */
export const bankAccountRow = {
  profile: "financial",
  label: "Bank Account Name",
  historyType: "Financial Profile",
  searchParameter: "Bank Account",
  fields: {
    account_number: {
      schema: z.string(accountNumberRequired).check(z.regex(/^\d{10}$/, accountNumberRequired)),
      messages: [accountNumberRequired],
    },
    bank_code: {
      schema: z.string(bankRequired).check(z.regex(/^\d{3,6}$/, bankRequired)),
      messages: [bankRequired],
    },
  },
  options: [],
  priceItem: "bankAccount",
  consent: false,
  retention: "financial",
  audience: "everyone",
  resultKind: "record",
  resultPage: "labelled",
} as const satisfies CheckRow;
