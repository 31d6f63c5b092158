import { type DateLocale, formatDate, formatDateTime, formatMonth } from "@idanimo/contract/date-format";
import { fillPlaceholders } from "@idanimo/contract/problems";
import type { PageCopy } from "../translations/consent-page/en.ts";

/** Formats dates for the subject's page, in Nigerian time. Pure. */

const dateCopy = ({ dates, time }: PageCopy): DateLocale => ({
  locale: dates,
  dateTimePattern: time.moment,
  zoneName: time.lagos,
});

/** `November 22, 2026`. */
export const formatPageDate = (words: PageCopy, at: Date): string => formatDate(at, dateCopy(words));

/** `November 2026`. */
export const formatPageMonth = (words: PageCopy, at: Date): string => formatMonth(at, dateCopy(words));

/** `November 22, 2026 at 10:30 AM, Lagos time`. */
export const formatPageDateTime = (words: PageCopy, at: Date): string => formatDateTime(at, dateCopy(words));

/** Above this many hours a period is in days. */
export const longHours = 72;

/**
 * Formats the time left: `23 hours`, `12 minutes`. Rounds down, except that the last minute of an hour counts as a
 * full hour, as on the requester's page.
 */
export function formatTimeLeft({ time, facts }: PageCopy, until: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000));
  const hours = Math.floor((minutes + 1) / 60);
  if (hours > longHours) return fillPlaceholders(facts.days, { count: String(Math.floor(hours / 24)) });
  if (minutes >= 119) return fillPlaceholders(time.hours, { count: String(hours) });
  if (minutes === 0) return time.less;
  return minutes === 1 ? time.minute : fillPlaceholders(time.minutes, { count: String(minutes) });
}
