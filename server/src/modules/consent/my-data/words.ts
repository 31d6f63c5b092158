import { fill } from "@idanimo/contract/problems";
import type { SubjectCase } from "../cases/store.ts";
import type { Language } from "../language.ts";
import { dayWords, momentWords } from "../page/moments.ts";
import { pageWords } from "../page/words.ts";
import type { PageWords } from "../words/page/en.ts";
import { en, type MyDataWords } from "../words/my-data/en.ts";
import { ha } from "../words/my-data/ha.ts";
import { ig } from "../words/my-data/ig.ts";
import { pcm } from "../words/my-data/pcm.ts";
import { yo } from "../words/my-data/yo.ts";
import type { Contact } from "../contact.ts";

/** The words of the page of one's own data in every language, also those that are not offered yet. */
export const myDataWords: Readonly<Record<Language, MyDataWords>> = { en, pcm, ha, yo, ig };

/** Words of a language: of these pages, and those that the page of one request has too. */
export type Words = { readonly own: MyDataWords; readonly shared: PageWords };

export const wordsIn = (language: Language): Words => ({ own: myDataWords[language], shared: pageWords[language] });

/** A mail address of which only its owner knows the rest: its first letter, and where it is. */
const mailShown = (mail: string) => mail.replace(/^(.)[^@]*/u, "$1\u2022\u2022\u2022");

/** The one contact that somebody proved, as a page may show it: little of it; undefined where nobody knows it any more. */
export function contactWords({ own }: Words, { phone, mail }: Contact): string | undefined {
  const { frame } = own;
  if (phone !== null) return fill(frame.phone, { end: phone.slice(-2) });
  return mail === null ? undefined : fill(frame.mail, { address: mailShown(mail) });
}

/** Where something that a person asked of us stands. */
export function caseWords({ own, shared }: Words, one: SubjectCase): string {
  const moment = (at: Date) => ({ moment: momentWords(shared, at) });
  if (one.answeredAt) return fill(own.cases.answered, moment(one.answeredAt));
  const due = { ...moment(one.openedAt), date: dayWords(shared, one.dueAt) };
  return fill(one.isOverdue ? own.cases.overdue : own.cases.opened, due);
}
