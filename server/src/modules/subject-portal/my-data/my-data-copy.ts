import { fillPlaceholders } from "@idanimo/contract/problems";
import type { SubjectCase } from "../cases/store.ts";
import type { Language, Contact } from "../../consent/index.ts";
import { formatPageDate, formatPageDateTime } from "../consent-page/page-dates.ts";
import { pageCopy } from "../consent-page/page-copy.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import { en, type MyDataCopy } from "../translations/my-data/en.ts";
import { ha } from "../translations/my-data/ha.ts";
import { ig } from "../translations/my-data/ig.ts";
import { pcm } from "../translations/my-data/pcm.ts";
import { yo } from "../translations/my-data/yo.ts";

/** The copy of the "my data" pages in every language, including languages that are not offered yet. */
export const myDataCopy: Readonly<Record<Language, MyDataCopy>> = { en, pcm, ha, yo, ig };

/** The copy of one language: of these pages, and of the consent page. */
export type LocalisedCopy = { readonly own: MyDataCopy; readonly shared: PageCopy };

export const copyInLanguage = (language: Language): LocalisedCopy => ({
  own: myDataCopy[language],
  shared: pageCopy[language],
});

/** Masks an email address except for its first letter and its domain. */
const maskMail = (mail: string) => mail.replace(/^(.)[^@]*/u, "$1\u2022\u2022\u2022");

/** Masks the contact that the visitor verified, for display; undefined if it is no longer known. */
export function maskContact({ own }: LocalisedCopy, { phone, mail }: Contact): string | undefined {
  const { frame } = own;
  if (phone !== null) return fillPlaceholders(frame.phone, { end: phone.slice(-2) });
  return mail === null ? undefined : fillPlaceholders(frame.mail, { address: maskMail(mail) });
}

/** Describes the status of a case. */
export function caseStatusText({ own, shared }: LocalisedCopy, one: SubjectCase): string {
  const instant = (at: Date) => ({ moment: formatPageDateTime(shared, at) });
  if (one.answeredAt) return fillPlaceholders(own.cases.answered, instant(one.answeredAt));
  const due = { ...instant(one.openedAt), date: formatPageDate(shared, one.dueAt) };
  return fillPlaceholders(one.isOverdue ? own.cases.overdue : own.cases.opened, due);
}
