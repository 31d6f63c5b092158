import { brand } from "./brand.ts";

/**
 * How dates, times and counts are written, in one style and one time zone, on every screen and in every document and message.
 * The style is `brand.dateLocale`. No other file formats a date; `tools/check-dates.ts` rejects it.
 */

export const timeZone = "Africa/Lagos";
/** Lagos is an hour ahead of UTC all year. */
export const lagosOffsetMs = 3_600_000;

/** A point in time: ISO 8601 text, or milliseconds since 1970. */
type Instant = Date | string | number;

/** The pattern of a language around a date and a time. Month names come from its locale. */
export type DateLocale = { readonly locale: string; readonly dateTimePattern: string; readonly zoneName: string };
export const englishDateLocale: DateLocale = {
  locale: brand.dateLocale,
  dateTimePattern: "{date} at {time}",
  zoneName: "Lagos time",
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant; a dash for a text that is not a date. */
function formatInstant(locale: string, at: Instant, options: Intl.DateTimeFormatOptions, zone = timeZone): string {
  const read = new Date(at);
  if (Number.isNaN(read.getTime())) return "-";
  const key = `${locale} ${zone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  formats.set(key, format);
  return format.format(read).replaceAll("\u202f", " "); // some browsers insert a narrow space before AM
}

const day = { day: "numeric", month: "long", year: "numeric" } as const;
const clock = { hour: "numeric", minute: "2-digit" } as const;

/** `November 25, 2026`: the day in Lagos. */
export const formatDate = (at: Instant, { locale } = englishDateLocale): string => formatInstant(locale, at, day);

/** `November 2026`. */
export const formatMonth = (at: Instant, { locale } = englishDateLocale): string =>
  formatInstant(locale, at, { month: "long", year: "numeric" });

/** `10:42 PM`. "Lagos time" must be written beside it. */
export const formatTime = (at: Instant): string => formatInstant(englishDateLocale.locale, at, clock);

/** `November 25, 2026 at 10:42 PM`, for a list whose heading names Lagos time. */
export function formatDateTimeWithoutZone(at: Instant, words = englishDateLocale): string {
  const date = formatDate(at, words);
  return date === "-" ? date : words.dateTimePattern.replace("{date}", date).replace("{time}", formatTime(at));
}

/** `November 25, 2026 at 10:42 PM, Lagos time`. */
export function formatDateTime(at: Instant, words = englishDateLocale): string {
  const text = formatDateTimeWithoutZone(at, words);
  return text === "-" ? text : `${text}, ${words.zoneName}`;
}

/** `Nov 25, 2026, 10:42 PM, Lagos time`, for the narrow columns of a terminal. */
export const formatDateTimeShort = (at: Instant): string =>
  `${formatInstant(englishDateLocale.locale, at, { ...day, ...clock, month: "short" })}, ${englishDateLocale.zoneName}`;

/** `Nov 25, 10:42 PM Lagos time`, for an SMS about the next days. */
export const formatDateTimeSms = (at: Instant): string =>
  `${formatInstant(englishDateLocale.locale, at, { ...clock, day: "numeric", month: "short" })} ${englishDateLocale.zoneName}`;

/** `Nov 25, 10:42:07 PM`, for a list of calls whose heading names Lagos time. */
export const formatLogTime = (at: Instant): string =>
  formatInstant(englishDateLocale.locale, at, { ...clock, second: "2-digit", day: "numeric", month: "short" });

/** A calendar day, `2026-11-25`, as `November 25, 2026`. */
export const formatCalendarDay = (isoDay: string): string =>
  formatInstant(englishDateLocale.locale, `${isoDay}T00:00:00Z`, day, "UTC");

/** The same for its month: `November 2026`. */
export const formatCalendarMonth = (isoDay: string): string =>
  formatInstant(englishDateLocale.locale, `${isoDay}T00:00:00Z`, { month: "long", year: "numeric" }, "UTC");

const toLagosIso = (at: Instant): string => new Date(new Date(at).getTime() + lagosOffsetMs).toISOString();

/** `2026-11-25`: the day in Lagos, as programs and date inputs write it. */
export const lagosDay = (at: Instant): string => toLagosIso(at).slice(0, 10);

/** The first instant of a day in Lagos, in UTC as PostgreSQL writes it. @param isoDay `2026-11-25` */
export const startOfLagosDay = (isoDay: string, daysLater = 0): string =>
  new Date(Date.parse(`${isoDay}T00:00:00Z`) - lagosOffsetMs + daysLater * 86_400_000)
    .toISOString()
    .replace("T", " ")
    .replace("Z", "+00");

/** `2026-11-25 22:42:09` in Lagos: a spreadsheet parses it as a time. */
export const lagosTimestamp = (at: Instant): string => toLagosIso(at).slice(0, 19).replace("T", " ");

/** `1,000`: a count. */
export const formatCount = (count: number | bigint): string => count.toLocaleString("en-US");
