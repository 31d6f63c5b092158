import type { PaymentState } from "@idanimo/contract/verification-states";

/** What the provider's list and our ledger say of one transaction, and whether they agree. Pure. Source: R-05. */

/**
 * `unknown_here`: paid there by a reference that is none of ours. `not_counted`: paid there, and not here. `missing_there`: counted
 * here, and not in their list. `other_state`: counted here, and not paid there. `twice`: paid once more under a reference that was
 * counted. `refunded_there`: they sent money back. `unreadable`: a row of their list that says nothing to be counted on.
 */
export const differenceKinds = [
  "unknown_here",
  "not_counted",
  "missing_there",
  "other_amount",
  "other_currency",
  "other_state",
  "twice",
  "refunded_there",
  "unreadable",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** One transaction of the list, with the payment that has its reference. */
export type ProviderTransaction = {
  readonly theirId: string;
  readonly reference: string;
  readonly currency: string;
  readonly minor: bigint;
  readonly state: "successful" | "failed" | "cancelled" | "pending" | "other";
  /** Which of the successful transactions with this reference stands for our payment; null where there is none. */
  readonly chosenId: string | null;
  readonly payment: LedgerPayment | null;
};
export type LedgerPayment = {
  readonly id: string;
  readonly reference: string;
  readonly state: PaymentState;
  readonly currency: string;
  /** What the ledger took from the provider for it. */
  readonly cashMinor: bigint;
  /** What came and counts for nobody until a person decides; of whichever currency it came in. */
  readonly quarantinedMinor: bigint | null;
};

/** How one transaction differs from our books; undefined where it does not. */
export function classifyDifference({
  theirId,
  currency,
  minor,
  state,
  chosenId,
  payment,
}: ProviderTransaction): DifferenceKind | undefined {
  if (state !== "successful")
    // a failed try is no difference, unless it is all there is of a payment that we counted
    return payment?.state === "succeeded" && chosenId === null ? "other_state" : undefined;
  if (!payment) return "unknown_here";
  if (chosenId !== null && chosenId !== theirId) return "twice";
  if (payment.state === "succeeded") {
    if (payment.currency !== currency) return "other_currency";
    return payment.cashMinor === minor ? undefined : "other_amount";
  }
  if (payment.quarantinedMinor === null) return "not_counted";
  return payment.quarantinedMinor === atLeastOne(minor) ? undefined : "other_amount";
}

/** What is put aside is at least one minor unit, as the database keeps it. */
const atLeastOne = (minor: bigint) => (minor > 0n ? minor : 1n);

/** What our books hold of a payment, whether it counts or was put aside. */
export const ledgerAmountMinor = ({ state, cashMinor, quarantinedMinor }: LedgerPayment): bigint =>
  state === "succeeded" ? cashMinor : (quarantinedMinor ?? 0n);

const ownReferencePattern = /^EA\d{14}$/;
/** A reference as it may be kept: one that is none of ours may say anything, and is left out. */
export const storableReference = (reference: string): string => (ownReferencePattern.test(reference) ? reference : "");

/** What a difference is known by, on whichever day it is seen. */
export const differenceIdentity = (kind: DifferenceKind, theirId: string | null, reference: string): string =>
  kind === "missing_there" || kind === "other_state" || theirId === null ? reference : theirId;

const differenceDescriptions: Readonly<Record<DifferenceKind, string>> = {
  unknown_here: "paid at the provider with a reference that is not ours",
  not_counted: "paid at the provider, not in our ledger",
  missing_there: "in our ledger, not on the provider's list",
  other_amount: "different amount",
  other_currency: "different currency",
  other_state: "in our ledger, not paid at the provider",
  twice: "paid a second time at the provider",
  refunded_there: "refunded to the payer by the provider",
  unreadable: "unreadable row on the provider's list",
};

/** What an operator reads of a difference: codes and amounts, never a person. */
export function describeDifference(found: {
  readonly kind: DifferenceKind;
  readonly reference: string;
  readonly theirId: string | null;
  readonly theirs: { readonly currency: string; readonly minor: bigint } | null;
  readonly ours: { readonly currency: string; readonly minor: bigint } | null;
}): string {
  const side = (who: string, sum: typeof found.theirs) => (sum ? [`${who} ${sum.minor} ${sum.currency}`] : []);
  const parts = [
    ...(found.reference === "" ? [] : [found.reference]),
    ...(found.theirId === null ? [] : [`provider id ${found.theirId}`]),
    ...side("provider amount", found.theirs),
    ...side("our amount", found.ours),
  ];
  return `${differenceDescriptions[found.kind]}: ${parts.join(", ")}`;
}
