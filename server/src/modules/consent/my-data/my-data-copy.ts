import { fillPlaceholders } from "@idanimo/contract/problems";
import type { SubjectCase } from "../cases/store.ts";
import type { Language } from "../language.ts";
import { formatPageDate, formatPageDateTime } from "../consent-page/page-dates.ts";
import { pageCopy } from "../consent-page/page-copy.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import { en, type MyDataCopy } from "../translations/my-data/en.ts";
import { ha } from "../translations/my-data/ha.ts";
import { ig } from "../translations/my-data/ig.ts";
import { pcm } from "../translations/my-data/pcm.ts";
import { yo } from "../translations/my-data/yo.ts";
import type { Contact } from "../contact.ts";

/** The words of the page of one's own data in every language, also those that are not offered yet. */
export const myDataCopy: Readonly<Record<Language, MyDataCopy>> = { en, pcm, ha, yo, ig };

/** Words of a language: of these pages, and those that the page of one request has too. */
export type LocalisedCopy = { readonly own: MyDataCopy; readonly shared: PageCopy };

export const copyInLanguage = (language: Language): LocalisedCopy => ({
  own: myDataCopy[language],
  shared: pageCopy[language],
});

/** A mail address of which only its owner knows the rest: its first letter, and where it is. */
const maskMail = (mail: string) => mail.replace(/^(.)[^@]*/u, "$1\u2022\u2022\u2022");

/** The one contact that somebody proved, as a page may show it: little of it; undefined where nobody knows it any more. */
export function maskContact({ own }: LocalisedCopy, { phone, mail }: Contact): string | undefined {
  const { frame } = own;
  if (phone !== null) return fillPlaceholders(frame.phone, { end: phone.slice(-2) });
  return mail === null ? undefined : fillPlaceholders(frame.mail, { address: maskMail(mail) });
}

/** Where something that a person asked of us stands. */
export function caseStatusText({ own, shared }: LocalisedCopy, one: SubjectCase): string {
  const moment = (at: Date) => ({ moment: formatPageDateTime(shared, at) });
  if (one.answeredAt) return fillPlaceholders(own.cases.answered, moment(one.answeredAt));
  const due = { ...moment(one.openedAt), date: formatPageDate(shared, one.dueAt) };
  return fillPlaceholders(one.isOverdue ? own.cases.overdue : own.cases.opened, due);
}
