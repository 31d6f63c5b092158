import { lagosOffsetMs } from "./date-format.ts";

/** A range of time, as ISO 8601: its first instant, and the instant after its last. */
export type TimeRange = { readonly from: string; readonly to: string };

/** How many years a day without a year can mean, counted back from the current one. */
const yearsBack = 10;
const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** 1 to 12 for the name of a month, or for its first letters, at least three. */
function parseMonth(name: string): number | undefined {
  const at = name.length < 3 ? -1 : months.findIndex((month) => month.startsWith(name));
  return at < 0 ? undefined : at + 1;
}

/** A year, a month or a day in Lagos; undefined for one that is not in the calendar. */
function calendarRange(year: number, month?: number, day?: number): TimeRange | undefined {
  if (year < 2000 || year > 2100) return undefined;
  const begins = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  if (month !== undefined && begins.getUTCMonth() !== month - 1) return undefined;
  if (day !== undefined && begins.getUTCDate() !== day) return undefined;
  const ends =
    day !== undefined && month !== undefined
      ? Date.UTC(year, month - 1, day + 1)
      : month !== undefined
        ? Date.UTC(year, month)
        : Date.UTC(year + 1);
  return {
    from: new Date(begins.getTime() - lagosOffsetMs).toISOString(),
    to: new Date(ends - lagosOffsetMs).toISOString(),
  };
}

type DateParts = {
  readonly year?: number;
  /** The first digits of a year that is still being typed. */
  readonly yearPrefix?: string | undefined;
  readonly month?: number | undefined;
  readonly day?: number;
};
type DatePattern = readonly [form: RegExp, read: (groups: readonly string[]) => DateParts];
const dayPattern = "(\\d{1,2})(?:st|nd|rd|th)?";
const yearPrefixPattern = "(20\\d?)";
const datePatterns: readonly DatePattern[] = [
  [/^(\d{4})$/, ([year]) => ({ year: Number(year) })],
  [/^(\d{4})[-/](\d{1,2})$/, ([year, month]) => ({ year: Number(year), month: Number(month) })],
  [/^(\d{1,2})[-/](\d{4})$/, ([month, year]) => ({ year: Number(year), month: Number(month) })],
  [
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/,
    ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/,
    ([day, month, year]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
  [/^([a-z]+)$/, ([name = ""]) => ({ month: parseMonth(name) })],
  [/^([a-z]+) (\d{4})$/, ([name = "", year]) => ({ year: Number(year), month: parseMonth(name) })],
  [new RegExp(`^([a-z]+) ${dayPattern}$`), ([name = "", day]) => ({ month: parseMonth(name), day: Number(day) })],
  [new RegExp(`^${dayPattern} ([a-z]+)$`), ([day, name = ""]) => ({ month: parseMonth(name), day: Number(day) })],
  [
    new RegExp(`^([a-z]+) ${dayPattern} (\\d{4})$`),
    ([name = "", day, year]) => ({ year: Number(year), month: parseMonth(name), day: Number(day) }),
  ],
  [
    new RegExp(`^${dayPattern} ([a-z]+) (\\d{4})$`),
    ([day, name = "", year]) => ({ year: Number(year), month: parseMonth(name), day: Number(day) }),
  ],
  [/^([a-z]+) (20\d)$/, ([name = "", start]) => ({ yearPrefix: start, month: parseMonth(name) })],
  [
    new RegExp(`^([a-z]+) ${dayPattern} ${yearPrefixPattern}$`),
    ([name = "", day, start]) => ({ yearPrefix: start, month: parseMonth(name), day: Number(day) }),
  ],
  [
    new RegExp(`^${dayPattern} ([a-z]+) ${yearPrefixPattern}$`),
    ([day, name = "", start]) => ({ yearPrefix: start, month: parseMonth(name), day: Number(day) }),
  ],
];

/**
 * The days that a text names, as people write them: `November 21, 2026`, `nov 21`, `2026-11-21`, `21/11/2026`,
 * `November 2026`, `2026`. Days are in Lagos time. A text without a year, or with the first digits of one, means
 * each of the latest years that match.
 * @returns ranges that do not overlap, newest first; none if the text names no day
 */
export function parseDays(typed: string, now: Date): readonly TimeRange[] {
  const text = typed
    .toLowerCase()
    .replaceAll(/[,.]?(?: +|$)|,/g, " ")
    .trim()
    .replaceAll(/ +/g, " ");
  for (const [form, read] of datePatterns) {
    const found = form.exec(text);
    if (!found) continue;
    const { year, yearPrefix: start = "", ...rest } = read(found.slice(1));
    if ("month" in rest && rest.month === undefined) return [];
    const thisYear = new Date(now.getTime() + lagosOffsetMs).getUTCFullYear();
    const latest = Array.from({ length: yearsBack }, (_, back) => thisYear - back);
    const years = year === undefined ? latest.filter((one) => String(one).startsWith(start)) : [year];
    return years.flatMap((one) => calendarRange(one, rest.month, rest.day) ?? []);
  }
  return [];
}
