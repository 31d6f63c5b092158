import type { PaymentState } from "@idanimo/contract/verification-states";

/** Compares the provider's list with our ledger for one transaction. Pure. */

/**
 * `unknown_here`: paid there with a reference that is not ours. `not_counted`: paid there, not in our ledger.
 * `missing_there`: in our ledger, not on their list. `other_state`: in our ledger, not paid there. `twice`: paid
 * again with a reference that is already in our ledger. `refunded_there`: the provider refunded the payer.
 * `unreadable`: a row of the list that cannot be parsed.
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
  /** Which successful transaction with this reference matches our payment; null if none does. */
  readonly chosenId: string | null;
  readonly payment: LedgerPayment | null;
};
export type LedgerPayment = {
  readonly id: string;
  readonly reference: string;
  readonly state: PaymentState;
  readonly currency: string;
  /** Amount of it that the ledger received from the provider. */
  readonly cashMinor: bigint;
  /** Quarantined amount, credited to no one until an operator decides; in whichever currency it was received. */
  readonly quarantinedMinor: bigint | null;
};

/** How a transaction differs from our ledger; undefined if it does not. */
export function classifyDifference({
  theirId,
  currency,
  minor,
  state,
  chosenId,
  payment,
}: ProviderTransaction): DifferenceKind | undefined {
  if (state !== "successful")
    // a failed attempt is only a difference if there is no successful one for a payment in our ledger
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

/** The database stores a quarantined amount of zero as one minor unit. */
const atLeastOne = (minor: bigint) => (minor > 0n ? minor : 1n);

/** Our amount of a payment, whether credited or quarantined. */
export const ledgerAmountMinor = ({ state, cashMinor, quarantinedMinor }: LedgerPayment): bigint =>
  state === "succeeded" ? cashMinor : (quarantinedMinor ?? 0n);

const ownReferencePattern = /^EA\d{14}$/;
/** A reference that may be stored. One that is not ours may contain anything, so it is left out. */
export const storableReference = (reference: string): string => (ownReferencePattern.test(reference) ? reference : "");

/** Identifies a difference on whichever day it is found. */
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

/** Describes a difference for an operator: codes and amounts, never a person. */
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
