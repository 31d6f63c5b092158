import { brand } from "@idanimo/contract/brand";
import { button, mail, type MailWords, paragraph, strong } from "./mail-blocks.ts";
import { plainForMail, plainForSms } from "./plain-words.ts";
import { codeWords } from "./templates.ts";

/** What we write to people about the page of their own data. As in `templates.ts`: no personal value in a subject. Source: T-54. */

type Words = { readonly sms: string; readonly mail: MailWords };

const product = brand.name;

/** The beginning of an answer that an SMS tells; the page has all of it. */
const answerInSms = 160;

/**
 * Carries the code that proves a phone number or mail address. The SMS ends as that of an account's code: a browser offers it on our
 * own pages alone.
 * @param host our own, as browsers call it
 */
export function subjectCodeWords(code: string, host: string): Words {
  const [before, after] = codeWords;
  return {
    sms: `${before}${code}${after}\n\n@${host} #${code}`,
    mail: mail(
      `Your ${product} code`,
      paragraph(before, strong(code), after),
      "Type it on the page of your own data. It shows who asked about you.",
      "If you did not ask for it, you need not do anything.",
    ),
  };
}

/** Tells a person that an operator opened what they wrote. Source: T-75. */
export function caseReadWords(reference: string, page: string): Words {
  const line = `Your case ${reference} was read by an operator. Operators work for us. Who it was, and why, stays on record.`;
  return {
    sms: `${product}: ${line} Your cases: ${page}`,
    mail: mail(
      "Your case was read",
      line,
      "They saw your words, never your phone number or mail address.",
      button("See your cases", page),
    ),
  };
}

/** The answer to what a person asked of us. */
export function caseAnsweredWords(reference: string, answer: string, page: string): Words {
  return {
    sms: `${product}: your case ${reference} is answered. ${plainForSms(answer, answerInSms)} All of it: ${page}`,
    mail: mail(
      "Your case is answered",
      `This is our answer to your case ${reference}.`,
      plainForMail(answer, 1_000),
      button("See your cases", page),
    ),
  };
}
