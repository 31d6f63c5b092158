import { maskPhone } from "@idanimo/contract/masking";
import * as texts from "@idanimo/contract/texts";

/** Where the code went, as one sentence; the phone is masked. Without the two values the text stands alone. Source: A§2, O-51. */
export function sentToMessage(phoneNumber: string | undefined, email: string | undefined): string {
  const places = [phoneNumber && maskPhone(phoneNumber), email].filter(Boolean).join(" and ");
  return [texts.otpSentTo, places || "your phone and email", texts.otpForContinuation].join(" ");
}
