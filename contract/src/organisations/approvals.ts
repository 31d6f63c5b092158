import * as z from "zod/mini";
import { approvalStates } from "../approvals.ts";
import { searchTypes, type SearchType } from "../catalogue.ts";
import { purposeCode, type PurposeCode } from "../consent.ts";
import { cursor, publicId, sessionCode } from "../fields.ts";
import { amountIn, amountOut, currency } from "../money.ts";
import type { Operation } from "../operation.ts";
import { singleLine } from "../plain-text.ts";

/** Rules by which a member's purchase needs a colleague's approval, and those approvals [TM-07]. */

/** A purchase matches a rule if it matches each of its conditions; an empty list and null match everything. */
export type ApprovalCondition = {
  readonly searchTypes: readonly SearchType[];
  readonly purposes: readonly PurposeCode[];
  /** In kobo: matches a total above it. */
  readonly above: bigint | null;
};
export type CheckedPurchase = {
  readonly searchTypes: readonly SearchType[];
  readonly purpose: PurposeCode | undefined;
  readonly nairaMinor: bigint;
};

/** Whether any rule applies, so that a colleague must approve before anything is paid. */
export const needsApproval = (rules: readonly ApprovalCondition[], purchase: CheckedPurchase): boolean =>
  rules.some(
    ({ searchTypes: types, purposes, above }) =>
      (types.length === 0 || purchase.searchTypes.some((type) => types.includes(type))) &&
      (purposes.length === 0 || (purchase.purpose !== undefined && purposes.includes(purchase.purpose))) &&
      (above === null || purchase.nairaMinor > above),
  );

const ruleConditions = {
  searchTypes: z.array(z.enum(searchTypes)).check(z.maxLength(searchTypes.length)),
  purposes: z.array(purposeCode).check(z.maxLength(20)),
} as const;

const approvalRule = z.object({ id: publicId, ...ruleConditions, above: z.nullable(amountOut), enabled: z.boolean() });
export type ApprovalRule = z.output<typeof approvalRule>;

export const approvalRules = {
  method: "GET",
  path: "/organisation/approval-rules",
  access: "signed_in",
  right: ["rules:manage", "approvals:decide"],
  summary: "The rules by which a purchase needs an approval, and how many members may decide.",
  input: z.strictObject({}),
  output: z.object({ rules: z.array(approvalRule), approvers: z.number() }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Creates a rule, or with an id replaces it. It applies to purchases that are created from then on. */
export const saveApprovalRule = {
  method: "POST",
  path: "/organisation/approval-rules",
  access: "signed_in",
  right: "rules:manage",
  summary: "Creates or changes an approval rule.",
  input: z.strictObject({
    id: z.optional(publicId),
    ...ruleConditions,
    above: z.nullable(amountIn),
    enabled: z.boolean(),
  }),
  output: z.object({ rule: approvalRule }),
  problems: ["organisation_full"],
} as const satisfies Operation;

export const removeApprovalRule = {
  method: "DELETE",
  path: "/organisation/approval-rules/{id}",
  access: "signed_in",
  right: "rules:manage",
  summary: "Removes an approval rule.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

/** What waits: never a typed value, only its masked form. */
const purchaseFacts = {
  id: publicId,
  searchTypes: z.array(z.enum(searchTypes)),
  /** Checks, or lines of a file. */
  checks: z.number(),
  purpose: z.nullable(purposeCode),
  /** The typed value of the first check, masked; null for a file. */
  valueMasked: z.nullable(z.string()),
  currency,
  /** The total when it was requested. */
  total: amountOut,
} as const;

const purchaseApproval = z.object({
  ...purchaseFacts,
  state: z.enum(approvalStates),
  requestedBy: z.string(),
  /** Whether the caller requested it, and so may not decide. */
  own: z.boolean(),
  /** The total at today's prices, while it waits. */
  totalNow: z.nullable(amountOut),
  requestedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type PurchaseApproval = z.output<typeof purchaseApproval>;

export const organisationApprovals = {
  method: "GET",
  path: "/organisation/approvals",
  access: "signed_in",
  right: "approvals:decide",
  summary: "Purchases that wait for an approval, or those decided, newest first.",
  input: z.strictObject({ state: z.enum(["waiting", "decided"]), after: cursor }),
  output: z.object({ approvals: z.array(purchaseApproval), next: z.nullable(z.string()) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

export const waitingApprovalCount = {
  method: "GET",
  path: "/organisation/approvals/count",
  access: "signed_in",
  right: "approvals:decide",
  summary: "How many colleagues' purchases wait for an approval.",
  input: z.strictObject({}),
  output: z.object({ waiting: z.number() }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** For the history of who made them; none in a person's own account. */
export const ownWaitingApprovals = {
  method: "GET",
  path: "/verification/approvals",
  access: "signed_in",
  right: "requests:create",
  summary: "The caller's own purchases that wait for an approval, newest first, at most 50.",
  input: z.strictObject({}),
  output: z.object({
    approvals: z.array(
      z.object({
        ...purchaseFacts,
        sessionCode,
        requestedAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;
export type OwnWaitingApproval = z.output<typeof ownWaitingApprovals.output>["approvals"][number];

/** Approving pays from the wallet and starts the checks. */
export const decideApproval = {
  method: "POST",
  path: "/organisation/approvals/{id}/decide",
  access: "signed_in",
  right: "approvals:decide",
  summary: "Approves a colleague's purchase at a confirmed total, or rejects it with a reason.",
  input: z.strictObject({
    id: publicId,
    decision: z.enum(["approve", "reject"]),
    /** To reject. */
    reason: z.optional(singleLine(200)),
    /** To approve: the total at today's prices, as the approver saw it. */
    confirmedTotal: z.optional(amountIn),
  }),
  output: z.object({ state: z.enum(["approved", "rejected"]) }),
  problems: [
    "own_request",
    "price_changed",
    "already_decided",
    "approval_ended",
    "facts_changed",
    "wallet_balance_low",
    "cap_reached",
    "source_down",
  ],
  acceptsIdempotencyKey: true,
  requiresConfirmedEmail: true,
} as const satisfies Operation;

/** By its requester, who must be the caller. */
export const cancelApprovalRequest = {
  method: "POST",
  path: "/verification/session/{sessionCode}/cancel",
  access: "signed_in",
  right: "requests:create",
  summary: "Cancels a purchase that waits for an approval.",
  input: z.strictObject({ sessionCode }),
  output: z.object({ result: z.literal("success") }),
  problems: ["already_decided"],
} as const satisfies Operation;
