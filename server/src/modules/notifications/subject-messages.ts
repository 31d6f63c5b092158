import { brand } from "@idanimo/contract/brand";
import { button, composeMail, type MailContent, paragraph, strong } from "./mail-blocks.ts";
import { sanitiseForMail, sanitiseForSms } from "./sanitise-text.ts";
import { codeSentence } from "./templates.ts";

/** Messages about the "my data" pages. As in `templates.ts`, subjects contain no personal value. [T-54] */

type SubjectMessage = { readonly sms: string; readonly mail: MailContent };

const productName = brand.name;

/** Characters of an answer in the SMS; the page shows all of it. */
const smsAnswerMaxLength = 160;

/**
 * The code that verifies a phone number or email address. The SMS ends with the line that lets browsers offer the
 * code on our own pages only.
 * @param host our host name in the browser
 */
export function subjectCodeMessage(code: string, host: string): SubjectMessage {
  const [before, after] = codeSentence;
  return {
    sms: `${before}${code}${after}\n\n@${host} #${code}`,
    mail: composeMail(
      `Your ${productName} code`,
      paragraph(before, strong(code), after),
      "Enter it on the My data page to see who asked about you.",
      "If you did not ask for it, ignore this message.",
    ),
  };
}

/** Notifies a subject that an operator read their case. [T-75] */
export function caseReadMessage(reference: string, page: string): SubjectMessage {
  const line = `Your case ${reference} was read by an operator. Operators work for us. We log who read it and why.`;
  return {
    sms: `${productName}: ${line} Your cases: ${page}`,
    mail: composeMail(
      "Your case was read",
      line,
      "They saw your text, but not your phone number or email.",
      button("See your cases", page),
    ),
  };
}

/** Sends the answer to a case. */
export function caseAnsweredMessage(reference: string, answer: string, page: string): SubjectMessage {
  return {
    sms: `${productName}: your case ${reference} is answered. ${sanitiseForSms(answer, smsAnswerMaxLength)} All of it: ${page}`,
    mail: composeMail(
      "Your case is answered",
      `Here is our answer to your case ${reference}.`,
      sanitiseForMail(answer, 1_000),
      button("See your cases", page),
    ),
  };
}
