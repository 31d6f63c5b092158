import { type DateWords, formatDate, formatDateTime, formatMonth } from "@idanimo/contract/date-format";
import { fill } from "@idanimo/contract/problems";
import type { PageWords } from "../words/page/en.ts";

/** Times as the subject's page says them, on the clocks of Nigeria. Pure. */

const datesOf = ({ dates, time }: PageWords): DateWords => ({ locale: dates, at: time.moment, zone: time.lagos });

/** `November 22, 2026`. */
export const dayWords = (words: PageWords, at: Date): string => formatDate(at, datesOf(words));

/** `November 2026`. */
export const monthWords = (words: PageWords, at: Date): string => formatMonth(at, datesOf(words));

/** `November 22, 2026 at 10:30 AM, Lagos time`. */
export const momentWords = (words: PageWords, at: Date): string => formatDateTime(at, datesOf(words));

/**
 * How long from now: `23 hours`, `12 minutes`. Rounded down; the last minute of an hour counts as whole, as the asker's page says
 * it too.
 */
export function lengthWords({ time }: PageWords, until: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000));
  if (minutes >= 119) return fill(time.hours, { count: String(Math.floor((minutes + 1) / 60)) });
  if (minutes === 0) return time.less;
  return minutes === 1 ? time.minute : fill(time.minutes, { count: String(minutes) });
}
