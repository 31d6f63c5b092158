import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import { moneyField } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/** Balances of closed accounts. One operator claims and sends one; another confirms that it was sent. */

const payOut = z.object({
  id: publicId,
  ownerId: publicId,
  amounts: z.array(moneyField),
  madeAt: z.string(),
  claimedBy: z.nullable(z.string()),
  claimedAt: z.nullable(z.string()),
  /** Claimed by this operator, who sees the bank details. */
  isOwn: z.boolean(),
  paidBy: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
});
export type PayOutRow = z.output<typeof payOut>;

export const listPayOuts = {
  method: "GET",
  path: "/pay-outs",
  access: "signed_in",
  operatorRight: "read_money",
  summary: "Returns a page of pay-outs: those that are not sent, oldest first, or those that are, newest first.",
  input: z.strictObject({ paid: z._default(z.enum(["true", "false"]), "false"), after: cursor }),
  output: z.object({ rows: z.array(payOut), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

const act = {
  method: "POST",
  access: "signed_in",
  operatorRight: "move_money",
  acceptsIdempotencyKey: true,
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
} as const;

export const claimPayOut = {
  ...act,
  path: "/pay-outs/{id}/claim",
  summary: "Claims a pay-out, so that this operator alone sees its bank details and sends it.",
  problems: ["pay_out_claimed", "pay_out_ended", "second_operator_needed"],
} as const satisfies ConsoleOperation;

/** A call of its own, so that no bank details are stored with the response of an Idempotency-Key. */
export const viewBankDetails = {
  method: "GET",
  path: "/pay-outs/{id}/bank",
  access: "signed_in",
  operatorRight: "move_money",
  summary: "Returns the bank details of a pay-out to the operator who claimed it.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }),
  problems: ["pay_out_claimed", "pay_out_not_claimed", "pay_out_ended"],
} as const satisfies ConsoleOperation;

export const releasePayOut = {
  ...act,
  path: "/pay-outs/{id}/release",
  summary: "Releases a pay-out that was not sent, so that another operator can claim it.",
  problems: ["pay_out_not_claimed", "pay_out_ended"],
} as const satisfies ConsoleOperation;

export const confirmPayOut = {
  ...act,
  path: "/pay-outs/{id}/paid",
  summary: "Confirms as a second operator that a pay-out was sent, and deletes its bank details.",
  problems: ["own_request", "pay_out_not_claimed", "pay_out_ended"],
} as const satisfies ConsoleOperation;
