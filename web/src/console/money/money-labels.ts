import { type PaymentView, paymentViews } from "@idanimo/contract/console/money";
import type { PaymentState } from "@idanimo/contract/verification-states";
import type { Tone } from "../../ui/tone.ts";

export const paymentStateLabels = {
  initiated: { label: "Waiting", tone: "waiting" },
  succeeded: { label: "Paid", tone: "success" },
  failed: { label: "Failed", tone: "problem" },
  cancelled: { label: "Cancelled", tone: "info" },
  expired: { label: "Expired", tone: "info" },
} as const satisfies Record<PaymentState, { readonly label: string; readonly tone: Tone }>;

export const paymentViewLabels = {
  all: "All payments",
  waiting: "Waiting for the provider",
  paid: "Paid",
  failed: "Failed, cancelled or expired",
  differs: "Received, but not as requested",
} as const satisfies Record<PaymentView, string>;

export const isPaymentView = (text: string): text is PaymentView => paymentViews.some((view) => view === text);

/** How a row of the provider's list differs from the ledger. */
const differenceLabels: Readonly<Record<string, string>> = {
  unknown_here: "Not known here",
  not_counted: "Paid there, not in the ledger",
  missing_there: "In the ledger, not on the list",
  other_amount: "Another amount",
  other_currency: "Another currency",
  other_state: "Another state",
  twice: "Listed twice",
  refunded_there: "Refunded by the provider",
  unreadable: "Cannot be read",
};
export const differenceLabel = (kind: string): string => differenceLabels[kind] ?? kind;
