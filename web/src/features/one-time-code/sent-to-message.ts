import { maskPhone } from "@idanimo/contract/masking";
import * as texts from "@idanimo/contract/texts";

/**
 * Where the code was sent, as one sentence with a masked phone number. Generic if both values are missing [O-51].
 */
export function sentToMessage(phoneNumber: string | undefined, email: string | undefined): string {
  const places = [phoneNumber && maskPhone(phoneNumber), email].filter(Boolean).join(" and ");
  return [texts.otpSentTo, places || "your phone and email", texts.otpForContinuation].join(" ");
}
