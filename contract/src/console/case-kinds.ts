import { formatMoney, money } from "../money.ts";

/** The names of cases, on screens and at the terminal. */

const caseKindLabels: Readonly<Record<string, string>> = {
  payment_mismatch: "a payment is not as requested",
  provider_id_used_again: "the provider used a payment id twice",
  reconciliation: "the card provider's list differs",
  reconciliation_stalled: "the card provider's list cannot be read",
  card_testing: "possible card testing",
  number_enumeration: "possible enumeration of numbers",
  alarm_mass_reads: "an account opens unusually many records",
  alarm_failed_sign_ins: "many failed sign-ins",
  alarm_refusals: "the database rejected the application's own statements",
  alarm_broken_invariant: "an invariant is violated (`check-invariants` names it)",
  alarm_partitions: "audit partitions are not created in advance",
  suspension_review: "a suspension by support, to review",
  guardian_asked: "a minor is looked up through a guardian",
};
export const labelCaseKind = (kind: string): string => caseKindLabels[kind] ?? kind.replaceAll("_", " ");

/** What a person asks of us. */
export const subjectCaseKinds = ["access", "correction", "erasure", "grievance", "misuse"] as const;
export type SubjectCaseKind = (typeof subjectCaseKinds)[number];
export const subjectCaseLabels = {
  access: "access: their copy is incomplete",
  correction: "correction",
  erasure: "erasure",
  grievance: "complaint",
  misuse: "report of misuse",
} as const satisfies Record<SubjectCaseKind, string>;

/** Kinds of cases whose object is an account. */
export const accountCaseKinds: readonly string[] = [
  "card_testing",
  "number_enumeration",
  "alarm_mass_reads",
  "company_claimed_twice",
  "balance_after_restore",
  "suspension_review",
];

/** Formats the amounts in a detail. The database writes them in minor units: `requested 58800 NGN, received 48800 NGN`. */
export const formatDetailAmounts = (detail: string): string =>
  detail.replace(/\b(\d+) (NGN|USD)\b/g, (_all, minor: string, currency: string) =>
    formatMoney(money(currency === "NGN" ? "NGN" : "USD", BigInt(minor))),
  );
