import { fill } from "@idanimo/contract/problems";
import type { PageWords } from "../words/page/en.ts";

/** Times as the subject's page says them, on the clocks of Nigeria. Pure. */

const timeZone = "Africa/Lagos";
const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, parts: Intl.DateTimeFormatOptions, at: Date): string {
  const key = `${locale} ${Object.keys(parts).join()}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  formats.set(key, known);
  return known.format(at);
}

const clock = (at: Date) => format("en-GB", { hour: "2-digit", minute: "2-digit" }, at);

/** `22 November 2026`. */
export const dayWords = ({ dates }: PageWords, at: Date): string =>
  format(dates, { day: "numeric", month: "long", year: "numeric" }, at);

/** `November 2026`. */
export const monthWords = ({ dates }: PageWords, at: Date): string =>
  format(dates, { month: "long", year: "numeric" }, at);

/** `22 November at 10:30`, of a moment within days. */
export const soonWords = (words: PageWords, at: Date): string =>
  fill(words.time.moment, { date: format(words.dates, { day: "numeric", month: "long" }, at), time: clock(at) });

/** `22 November 2026 at 10:30, Lagos time`, for whoever keeps it. */
export const momentWords = (words: PageWords, at: Date): string =>
  `${fill(words.time.moment, { date: dayWords(words, at), time: clock(at) })}, ${words.time.lagos}`;

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
