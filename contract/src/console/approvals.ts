import * as z from "zod/mini";
import { approvalStates } from "../approvals.ts";
import { cursor, publicId } from "../fields.ts";
import { amountIn } from "../money.ts";
import * as texts from "../texts.ts";
import { moneyField, operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/**
 * Refunds a charge that was kept. A small amount is refunded at once; otherwise another operator approves, and nothing
 * moves before.
 */
export const requestRefund = {
  method: "POST",
  path: "/refunds",
  access: "signed_in",
  operatorRight: "move_money",
  acceptsIdempotencyKey: true,
  summary: "Refunds a request's charge, in full or in part, at once or when another operator approves.",
  input: z.strictObject({
    requestId: publicId,
    /** In the currency of the purchase, such as `588` or `2.14`; in full if absent. */
    amount: z.optional(amountIn),
    reason: operatorNote(texts.reasonRequired),
  }),
  output: z.union([z.object({ approvalId: publicId }), z.object({ result: z.literal("success") })]),
  statusOf: (output: object) => ("approvalId" in output ? 202 : 200),
  problems: ["not_refundable", "account_closed", "already_refunded", "approval_pending", "second_operator_needed"],
} as const satisfies ConsoleOperation;

const approval = z.object({
  id: publicId,
  kind: z.string(),
  objectId: publicId,
  /** What it changes, as labelled lines. */
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  amount: z.nullable(moneyField),
  reason: z.string(),
  state: z.enum(approvalStates),
  requestedBy: z.string(),
  isOwn: z.boolean(),
  requestedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
});
export type ApprovalRow = z.output<typeof approval>;

export const listApprovals = {
  method: "GET",
  path: "/approvals",
  access: "signed_in",
  operatorRight: null,
  summary: "Returns a page of approvals that this operator may decide, newest first.",
  input: z.strictObject({ state: z._default(z.enum(["pending", "decided"]), "pending"), after: cursor }),
  output: z.object({ rows: z.array(approval), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const decideApproval = {
  method: "POST",
  path: "/approvals/{id}/decide",
  access: "signed_in",
  operatorRight: null,
  acceptsIdempotencyKey: true,
  summary: "Approves or rejects what another operator requested, or cancels an own request.",
  input: z.strictObject({
    id: publicId,
    decision: z.enum(["approve", "reject", "cancel"]),
    reason: z.optional(operatorNote(texts.reasonRequired)),
  }),
  output: z.object({ result: z.literal("success") }),
  problems: [
    "own_request",
    "already_decided",
    "approval_ended",
    "facts_changed",
    "operator_right_missing",
    "account_closed",
    "last_operator_owner",
  ],
} as const satisfies ConsoleOperation;
