import * as z from "zod/mini";
import { anyEmail, cursor, publicId, searchCacId, sessionCode, transactionReference } from "./fields.ts";
import { historyPageMax, historyPageSizeMax, historySearchMaxLength } from "./limits.ts";
import { amountIn, amountOut, currency } from "./money.ts";
import { memberName } from "./organisations/member-name.ts";
import type { Operation } from "./operation.ts";
import { singleLine } from "./plain-text.ts";
import { isDay } from "./statement-days.ts";
import * as texts from "./texts.ts";

export const transactionTypes = ["VERIFICATION", "REFUND", "TOPUP"] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** Status of a payment at the card provider, as its payer sees it. */
export const paymentStatus = z.enum(["successful", "pending", "failed", "cancelled", "expired"]);

/** Pays a purchase from the wallet. `amount` is compared with the frozen price, never used [API-18]. */
export const walletPayment = {
  method: "POST",
  path: "/transaction/wallet-payment",
  access: "signed_in",
  right: "requests:create",
  summary: "Pays one purchase from the active wallet; repeating it returns the same response and charges once.",
  input: z.strictObject({
    /** Of the purchase; not with type STAKEHOLDERS, which names a company instead. */
    sessionCode: z.optional(sessionCode),
    transactionID: transactionReference,
    amount: amountIn,
    userNIN: z.optional(singleLine(16)),
    type: z.optional(z.literal("STAKEHOLDERS")),
    stakeHolders: z.optional(z.literal("STAKEHOLDERS")),
    requestId: z.optional(publicId),
    cacId: z.optional(searchCacId),
    /** Pay in the wallet's currency although the result was bought in the other one [RESULT-BUSINESS-13 O-22]. */
    acceptWalletCurrency: z.optional(z.boolean()),
  }),
  /** The second if a colleague must approve it first: nothing is charged and no one is contacted [TM-07]. */
  output: z.union([
    z.object({ status: z.literal("success") }),
    z.object({ state: z.literal("awaiting_approval"), approvalId: publicId }),
  ]),
  statusOf: (output: object) => ("approvalId" in output ? 202 : 200),
  problems: [
    "wallet_balance_low",
    "cap_reached",
    "currency_mismatch",
    "amount_mismatch",
    "quote_ended",
    "already_paid",
    "not_offered",
    "source_down",
  ],
  acceptsIdempotencyKey: true,
  requiresConfirmedEmail: true,
  refusedWhileSuspended: true,
} as const satisfies Operation;

/** What a payment is for. */
export const paymentPurposes = ["TOPUP", "VERIFICATION"] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];
/** The requested type when a payment starts: a stakeholder lookup becomes a purchase like any other [PAY-25]. */
export const paymentTypes = [...paymentPurposes, "STAKEHOLDERS"] as const;

/** One text or a list [O-28]. */
const paymentMethods = z.union([
  z.string().check(z.regex(/^(card|mobilemoney|ussd)(,(card|mobilemoney|ussd))*$/)),
  z.array(z.enum(["card", "mobilemoney", "ussd"])).check(z.minLength(1), z.maxLength(3)),
]);

/** Opens the provider's hosted payment page, for a top-up or for a purchase [API-13]. */
export const startPayment = {
  method: "POST",
  path: "/payment/flexi-initiate",
  access: "signed_in",
  right: ["requests:create", "wallet:top_up"],
  summary: "Starts a payment at the card provider and returns the address of its page.",
  input: z.strictObject({
    amount: amountIn,
    currency,
    country: z.optional(z.literal("NG")),
    description: z.optional(singleLine(200)),
    payment_method: z.optional(paymentMethods),
    type: z.enum(paymentTypes),
    /** With type VERIFICATION. */
    sessionCode: z.optional(sessionCode),
    /** With type STAKEHOLDERS. */
    requestId: z.optional(publicId),
    cacId: z.optional(searchCacId),
    stakeHolders: z.optional(z.literal("STAKEHOLDERS")),
    userEmail: z.optional(anyEmail),
  }),
  output: z.object({ status: z.literal("success"), data: z.object({ link: z.string(), txRef: transactionReference }) }),
  problems: [
    "top_up_too_small",
    "top_up_too_large",
    "amount_mismatch",
    "currency_mismatch",
    "quote_ended",
    "already_paid",
    "cap_reached",
    "approval_needed",
    "not_offered",
    "source_down",
    "payment_not_started",
    "payment_without_link",
  ],
  acceptsIdempotencyKey: true,
  requiresConfirmedEmail: true,
  refusedWhileSuspended: true,
} as const satisfies Operation;

/**
 * Status of a payment, after a query to the provider. `data.status` is `successful` only when the money is booked
 * here; `pending` while the provider has not decided. A reference of another user is not found [API-15 T-27].
 */
export const checkPayment = {
  method: "GET",
  path: "/payment/check",
  access: "signed_in",
  right: ["requests:create", "wallet:top_up"],
  summary: "Asks the provider about one payment and returns its status.",
  input: z.strictObject({ transactionRef: transactionReference }),
  output: z.object({
    status: z.literal("success"),
    data: z.object({
      status: paymentStatus,
      processor_response: z.nullable(z.string()),
      /**
       * Present only if the provider took an amount other than the requested one: nothing is booked, and an
       * operator checks it [T-26].
       */
      differentAmount: z.optional(z.literal(true)),
      amount: amountOut,
      currency,
    }),
  }),
  problems: ["payment_not_known"],
  unavailableAs: "payment_not_known",
} as const satisfies Operation;

const day = z.string(texts.dayInvalid).check(z.refine(isDay, texts.dayInvalid));

const logFields = {
  /** From 0, as in the history; `after` takes precedence. */
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(historyPageMax))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(historyPageSizeMax))),
  after: cursor,
  type: z.optional(z.enum(transactionTypes)),
  /** Only what this member of the organisation paid for, and their top-ups and refunds. */
  memberId: z.optional(publicId),
  /** First and last day in Lagos, as `2026-11-21`; both included. */
  from: z.optional(day),
  to: z.optional(day),
} as const;
const logOutput = z.object({
  transactions: z.array(
    z.object({
      /** Unique to this row: several refunds of one purchase have its transactionID. */
      id: z.string(),
      transactionID: z.string(),
      transactionDate: z.string(),
      amount: amountOut,
      currency,
      transactionType: z.enum(transactionTypes),
      successful: z.boolean(),
      /** What was bought or refunded, by check type; empty for a top-up. */
      what: z.array(z.string()),
      /** Of an organisation: who paid, or whose check was refunded. */
      member: z.optional(memberName),
      /** The requester's private label of the first check. */
      label: z.optional(z.string()),
      /** The wallet's balance right after it; null if no money moved in the wallet. */
      balance: z.nullable(amountOut),
    }),
  ),
  next: z.nullable(z.string()),
});

/** The transaction log, newest first, one page at a time. `next` goes into `after` [API-23]. */
export const paymentHistory = {
  method: "GET",
  path: "/transaction/payment-history",
  access: "signed_in",
  right: "wallet:read",
  summary: "Top-ups, charges and refunds of this user, newest first.",
  input: z.strictObject(logFields),
  output: logOutput,
  problems: [],
  passive: true,
} as const satisfies Operation;

/** The same with a search: a label may name a person, so the text is in the body and not in the address. */
export const searchTransactions = {
  method: "POST",
  path: "/transaction/payment-history",
  access: "signed_in",
  right: "wallet:read",
  summary: "The transaction log searched by a transaction's number or words of a label.",
  input: z.strictObject({ ...logFields, q: z.optional(singleLine(historySearchMaxLength)) }),
  output: logOutput,
  problems: [],
  passive: true,
} as const satisfies Operation;
