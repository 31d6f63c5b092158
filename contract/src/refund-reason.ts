import { catalogueRowOf, type SearchType } from "./catalogue.ts";
import * as texts from "./texts.ts";
import type { Outcome } from "./verification-states.ts";

/** Why a request was refunded, in words for the user. @param type for a question: what the source lacks */
export function refundReason(outcome: Outcome | null, type?: SearchType): string {
  switch (outcome) {
    case "NO_CONTACT":
      return texts.refundedNoContact;
    case "MINOR":
      return texts.refundedMinor;
    case "BLOCKED":
      return texts.refundedBlocked;
    case "NO_ANSWER":
      return (type && catalogueRowOf(type).question?.unanswered) ?? texts.refundedNoAnswer;
    default:
      return texts.refundedSource;
  }
}

/** Why a request is expired, and what happened to the money. */
export function expiredReason(of: { readonly outcome: Outcome | null; readonly consent: string }): string {
  if (of.outcome === "CANCELLED") return texts.endedByCancellation;
  if (of.outcome !== "DELIVERED") return texts.endedUnanswered;
  return of.consent === "terminated" ? texts.endedByWithdrawal : texts.endedByExpiry;
}
