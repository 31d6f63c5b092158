import type { Outcome } from "@idanimo/contract/verification-states";

/** Why a request was paid back, in words a person reads. Source: design 2, "Purchase". */
export function refundReason(outcome: Outcome | null): string {
  switch (outcome) {
    case "NO_CONTACT":
      return "The record holds no phone or mail, so nobody could be asked.";
    case "MINOR":
      return "The person is under 18, and minors are not looked up.";
    case "BLOCKED":
      return "The person has blocked such requests.";
    default:
      return "The source failed.";
  }
}
