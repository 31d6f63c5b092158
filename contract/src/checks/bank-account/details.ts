import type { LabelledTexts } from "../../labelled-record.ts";
import type { CheckExample } from "../check-example.ts";
import type { CheckDetails, Choice } from "../check-details.ts";
import type { bankAccountRow } from "./row.ts";

/** Codes and names of Flutterwave's list of banks, by name; codes of three digits are the Central Bank's. */
const bankChoices: readonly Choice[] = [
  ["044", "Access Bank"],
  ["023", "Citibank"],
  ["050", "Ecobank"],
  ["070", "Fidelity Bank"],
  ["011", "First Bank"],
  ["214", "First City Monument Bank (FCMB)"],
  ["103", "Globus Bank"],
  ["058", "Guaranty Trust Bank (GTBank)"],
  ["301", "Jaiz Bank"],
  ["082", "Keystone Bank"],
  ["50211", "Kuda"],
  ["303", "Lotus Bank"],
  ["50515", "Moniepoint"],
  ["999992", "OPay"],
  ["999991", "PalmPay"],
  ["104", "Parallex Bank"],
  ["076", "Polaris Bank"],
  ["105", "PremiumTrust Bank"],
  ["101", "Providus Bank"],
  ["221", "Stanbic IBTC Bank"],
  ["068", "Standard Chartered"],
  ["232", "Sterling Bank"],
  ["100", "SunTrust Bank"],
  ["302", "TAJBank"],
  ["102", "Titan Trust Bank"],
  ["032", "Union Bank"],
  ["033", "United Bank for Africa (UBA)"],
  ["215", "Unity Bank"],
  ["035", "Wema Bank"],
  ["057", "Zenith Bank"],
];

/** Names of banks by their codes. */
export const banks: Readonly<Record<string, string>> = Object.fromEntries(bankChoices);

const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];

/** The check digit of a bank's account number by the Central Bank's standard (NUBAN). */
function checkDigitOf(bankCode: string, serial: string): number {
  const digits = [...`${bankCode}${serial}`].map(Number);
  const sum = digits.reduce((left, digit, at) => left + digit * (weights[at] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

export const bankAccountDetails = {
  inputs: {
    account_number: {
      kind: "digits",
      label: "Account number",
      hint: "10 digits (NUBAN).",
      length: 10,
      groups: [3, 3, 4],
    },
    bank_code: { kind: "choice", label: "Bank", choices: bankChoices },
  },
  record: {
    title: "account_name",
    groups: [
      {
        title: "The account",
        fields: [
          { label: "Account name", names: ["account_name"] },
          { label: "Account number", names: ["account_number"] },
          { label: "Bank", names: ["bank"] },
        ],
      },
    ],
  },
  findFault({ account_number, bank_code }) {
    const bank = banks[bank_code];
    if (bank === undefined) return { field: "bank_code", message: "Choose a bank from the list." };
    // mobile money operators and microfinance banks number accounts by phone numbers, without a check digit
    if (bank_code.length > 3 || Number(account_number[9]) === checkDigitOf(bank_code, account_number.slice(0, 9)))
      return undefined;
    return {
      field: "account_number",
      message: `${bank} has no account with this number. Check the digits and the bank.`,
    };
  },
} as const satisfies CheckDetails<typeof bankAccountRow>;

/** The number is the one in the provider's published contract. */
export const bankAccountExample = {
  search: { account_number: "0690000032", bank_code: "044" },
  record: { account_name: "ADA NGỌZI OBI", account_number: "0690000032", bank: "Access Bank" },
} satisfies CheckExample<LabelledTexts>;
