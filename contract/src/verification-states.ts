/** State names of a purchase, its items and its payments; the transitions are tables in the server. */

export const purchaseStates = ["initiated", "awaiting_approval", "paid", "completed", "abandoned"] as const;
export type PurchaseState = (typeof purchaseStates)[number];
export const purchaseEvents = [
  "payment_made",
  "all_items_closed",
  "quote_ended",
  "approval_requested",
  "approval_ended",
] as const;
export type PurchaseEvent = (typeof purchaseEvents)[number];

export const itemStates = ["priced", "looking_up", "awaiting_consent", "closed"] as const;
export type ItemState = (typeof itemStates)[number];
export const itemEvents = ["paid_for", "subject_asked", "ended"] as const;
export type ItemEvent = (typeof itemEvents)[number];

/** Outcomes of an item whose charge is not refunded. */
export const chargedOutcomes = ["DELIVERED", "NO_DATA", "DENIED", "UNANSWERED", "CANCELLED"] as const;
/** Outcomes of an item whose total is refunded to the wallet. */
export const refundedOutcomes = ["PROVIDER_FAILED", "NO_CONTACT", "MINOR", "BLOCKED", "NO_ANSWER"] as const;
export const outcomes = [...chargedOutcomes, ...refundedOutcomes] as const;
export type Outcome = (typeof outcomes)[number];

export function isRefunded(outcome: Outcome): boolean {
  return refundedOutcomes.some((refunded) => refunded === outcome);
}

export const paymentStates = ["initiated", "succeeded", "failed", "cancelled", "expired"] as const;
export type PaymentState = (typeof paymentStates)[number];
export const paymentEvents = ["provider_confirmed", "provider_refused", "payer_cancelled", "time_ran_out"] as const;
export type PaymentEvent = (typeof paymentEvents)[number];
