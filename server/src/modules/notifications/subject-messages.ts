import { brand } from "@idanimo/contract/brand";
import { button, composeMail, type MailContent, paragraph, strong } from "./mail-blocks.ts";
import { sanitiseForMail, sanitiseForSms } from "./sanitise-text.ts";
import { codeSentence } from "./templates.ts";

/** What we write to people about the page of their own data. As in `templates.ts`: no personal value in a subject. Source: T-54. */

type SubjectMessage = { readonly sms: string; readonly mail: MailContent };

const productName = brand.name;

/** The beginning of an answer that an SMS tells; the page has all of it. */
const smsAnswerMaxLength = 160;

/**
 * Carries the code that proves a phone number or mail address. The SMS ends as that of an account's code: a browser offers it on our
 * own pages alone.
 * @param host our own, as browsers call it
 */
export function subjectCodeMessage(code: string, host: string): SubjectMessage {
  const [before, after] = codeSentence;
  return {
    sms: `${before}${code}${after}\n\n@${host} #${code}`,
    mail: composeMail(
      `Your ${productName} code`,
      paragraph(before, strong(code), after),
      "Type it on the page of your own data. It shows who asked about you.",
      "If you did not ask for it, you need not do anything.",
    ),
  };
}

/** Tells a person that an operator opened what they wrote. Source: T-75. */
export function caseReadMessage(reference: string, page: string): SubjectMessage {
  const line = `Your case ${reference} was read by an operator. Operators work for us. Who it was, and why, stays on record.`;
  return {
    sms: `${productName}: ${line} Your cases: ${page}`,
    mail: composeMail(
      "Your case was read",
      line,
      "They saw your words, never your phone number or mail address.",
      button("See your cases", page),
    ),
  };
}

/** The answer to what a person asked of us. */
export function caseAnsweredMessage(reference: string, answer: string, page: string): SubjectMessage {
  return {
    sms: `${productName}: your case ${reference} is answered. ${sanitiseForSms(answer, smsAnswerMaxLength)} All of it: ${page}`,
    mail: composeMail(
      "Your case is answered",
      `This is our answer to your case ${reference}.`,
      sanitiseForMail(answer, 1_000),
      button("See your cases", page),
    ),
  };
}
