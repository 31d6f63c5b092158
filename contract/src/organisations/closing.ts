import * as z from "zod/mini";
import { closeAccount } from "../account-rights.ts";
import type { Operation } from "../operation.ts";

/** Closing an organisation: one owner alone, or two where there are two or more [TM-16]. */

/** How long a second owner can confirm. */
export const closingDays = 7;

/** The body of `closeAccount`. The second owner sends it too, with the same choice for the balance. */
export const closeOrganisation = {
  method: "POST",
  path: "/organisation/close",
  access: "signed_in",
  right: "organisation:close",
  summary: "Closes the organisation permanently, or with two or more owners asks a second one to confirm.",
  input: closeAccount.input,
  output: z.object({ state: z.enum(["closed", "awaiting_owner"]) }),
  problems: [
    "incorrect_old_password",
    "sign_in_again",
    "second_factor_wrong",
    "work_under_way",
    "balance_left",
    "balance_changed",
    "closing_differs",
  ],
} as const satisfies Operation;

/** What an owner chose for the balance. */
export const closingWays = ["none", "give_up", "bank"] as const;
export type ClosingWay = (typeof closingWays)[number];

const pendingClosing = z.object({
  requestedBy: z.string(),
  /** Whether the caller asked, and so waits for another owner. */
  own: z.boolean(),
  requestedAt: z.string(),
  expiresAt: z.string(),
  way: z.enum(closingWays),
  /** The last digits of the bank account's number; null without one. */
  accountEnding: z.nullable(z.string()),
});
export type PendingClosing = z.output<typeof pendingClosing>;

export const readClosing = {
  method: "GET",
  path: "/organisation/close",
  access: "signed_in",
  right: "organisation:close",
  summary: "Whether a second owner is needed to close the organisation, and the request that waits for one.",
  input: z.strictObject({}),
  output: z.object({ needsSecondOwner: z.boolean(), pending: z.nullable(pendingClosing) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** By the owner who asked, or by another one. */
export const stopClosing = {
  method: "DELETE",
  path: "/organisation/close",
  access: "signed_in",
  right: "organisation:close",
  summary: "Withdraws or rejects the request to close the organisation.",
  input: z.strictObject({}),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;
