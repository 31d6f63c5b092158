import * as texts from "@idanimo/contract/texts";
import type { Outcome } from "@idanimo/contract/verification-states";

/** Why a request was paid back, in words a person reads. Source: design 2, "Purchase". */
export function refundReason(outcome: Outcome | null): string {
  switch (outcome) {
    case "NO_CONTACT":
      return texts.refundedNoContact;
    case "MINOR":
      return texts.refundedMinor;
    case "BLOCKED":
      return texts.refundedBlocked;
    default:
      return texts.refundedSource;
  }
}
