import * as z from "zod/mini";
import { enteredPassword, requiredText } from "./fields.ts";
import { amountIn, currency } from "./money.ts";
import type { Operation } from "./operation.ts";
import { cleanLine, singleLine } from "./plain-text.ts";
import * as texts from "./texts.ts";

/** Rights of every account holder: export their data and close the account. */

/**
 * Both require reauthentication: the password, or a recent sign-in for an account without one, and the
 * authenticator's code.
 */
const reauthentication = {
  password: z.optional(enteredPassword),
  code: z.optional(singleLine(40)),
};
const reauthenticationProblems = ["incorrect_old_password", "sign_in_again", "second_factor_wrong"] as const;

/** How long the files can be downloaded after that. */
export const exportMinutes = 10;

/** Newest rows of each list in the PDF; the JSON file contains all of them. */
export const exportPdfMaxRows = 500;

export const beginExport = {
  method: "POST",
  path: "/user/export/begin",
  access: "signed_in",
  right: "personal",
  summary: "Allows this session to download all data of its account, for ten minutes.",
  input: z.strictObject(reauthentication),
  output: z.object({ result: z.literal("success"), until: z.string() }),
  problems: reauthenticationProblems,
} as const satisfies Operation;

/** Typed to confirm that the account closes. */
export const closeConfirmationWord = "CLOSE";

/** A Nigerian bank account: its number is ten digits (NUBAN). */
export const bankAccount = z.strictObject({
  bankName: requiredText(texts.bankNameRequired),
  accountNumber: z
    .string(texts.accountNumberInvalid)
    .check(z.overwrite(cleanLine), z.regex(/^[0-9]{10}$/, texts.accountNumberInvalid)),
  accountName: requiredText(texts.accountNameRequired),
});
export type BankAccount = z.output<typeof bankAccount>;

/**
 * Wallet balances when the choice was made, without empty ones. If a balance has changed since, the call has no
 * effect.
 */
const shownBalances = z.array(z.strictObject({ currency, amount: amountIn })).check(z.maxLength(2));

/** What happens to the remaining balance. `none` closes only an account without one. */
export const balanceChoice = z.discriminatedUnion("way", [
  z.strictObject({ way: z.literal("none") }),
  z.strictObject({ way: z.literal("give_up"), shown: shownBalances }),
  z.strictObject({ way: z.literal("bank"), shown: shownBalances, ...bankAccount.shape }),
]);
export type BalanceChoice = z.output<typeof balanceChoice>;
/** The same on the wire. */
export type BalanceChoiceInput = z.input<typeof balanceChoice>;

/** Irreversible. Records that we are legally required to retain are anonymised. */
export const closeAccount = {
  method: "POST",
  path: "/user/close",
  access: "signed_in",
  right: "personal",
  summary: "Closes the account permanently: deletes its data, and gives up or pays out its balance.",
  input: z.strictObject({
    ...reauthentication,
    confirm: z
      .string(texts.closeWordWrong)
      .check(z.overwrite(cleanLine), z.regex(new RegExp(`^${closeConfirmationWord}$`), texts.closeWordWrong)),
    balance: balanceChoice,
  }),
  output: z.object({ result: z.literal("success") }),
  problems: [
    ...reauthenticationProblems,
    "work_under_way",
    "balance_left",
    "balance_changed",
    "organisation_has_members",
    "only_owner",
  ],
} as const satisfies Operation;
