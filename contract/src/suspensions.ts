import * as z from "zod/mini";

export const suspensionReasonCodes = ["report", "payment", "misuse", "security", "legal"] as const;
export type SuspensionReason = (typeof suspensionReasonCodes)[number];

/** Why an account is suspended, as its owner reads it after "because". */
export const suspensionReasons = {
  report: "a person reported a check of this account",
  payment: "a payment was disputed",
  misuse: "the account was used against our terms",
  security: "someone else may be using the account",
  legal: "an authority requires it",
} as const satisfies Record<SuspensionReason, string>;

/** The sentence of a stored code, after "because"; a newer release may know more of them. */
export const suspensionSentence = (code: string): string =>
  Object.entries(suspensionReasons).find(([known]) => known === code)?.[1] ?? "we have to check it";

/** A suspension as the account and the members of an organisation see it. */
export const suspension = z.object({
  since: z.string(),
  /** Completes "because". */
  reason: z.string(),
  /** Whether the organisation is suspended, and not the account of the person who reads this. */
  ofOrganisation: z.boolean(),
});
export type Suspension = z.output<typeof suspension>;
