import { brand } from "@idanimo/contract/brand";
import { breachSentenceMaxLength } from "@idanimo/contract/console/breaches";
import { button, composeMail, type MailContent } from "./mail-blocks.ts";
import { sanitiseForMail } from "./sanitise-text.ts";

/**
 * Notifies a subject of a data breach: what happened, what they can do and whom to ask. Contains nothing of the
 * record. [T-78]
 * @param what the operator's own sentence about what happened
 * @param link the subject's page with the requests about them
 */
export function breachMessage(what: string, link: string): { readonly sms: string; readonly mail: MailContent } {
  const { name, privacyEmail } = brand;
  return {
    sms:
      `${name}: an unauthorised person may have seen data we have about you. We are sorry. ` +
      `What was asked about you and what you can do: ${link} Questions: ${privacyEmail}`,
    mail: composeMail(
      "Data about you may have been seen",
      "An unauthorised person may have seen data we have about you. We are sorry.",
      `What happened: ${sanitiseForMail(what, breachSentenceMaxLength)}`,
      `Someone checked you through ${name}, and we contacted you about it then.`,
      button("See who asked, and what was shown", link),
      "Be careful with calls and messages from people who know things about you. We never ask for a password, PIN, code or money.",
      `You can ask us anything about this, and complain: ${privacyEmail}. You can also complain to the Nigeria Data Protection Commission.`,
    ),
  };
}
