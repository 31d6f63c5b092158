import { rowOf, type SearchType } from "./catalogue.ts";
import { daysOf, type Stretch } from "./days.ts";
import { consentTexts } from "./expiry.ts";

/** How what is typed into the history's search is read: the server finds rows by it, and the page narrows those it holds. */

/** Words that a row must all say, and days of which it must be of one, where any were named. */
export type Reading = { readonly words: readonly string[]; readonly days: readonly Stretch[] | undefined };

/** A day is written in so many words at most. */
const dayWordsMost = 3;

/**
 * How a text can be read: all of it as words, and where neighbouring words name days, the longest of them as these days and the
 * rest as words. A row fits that fits any of these. Commas part words as blanks do.
 */
export function readingsOf(typed: string, now: Date): readonly Reading[] {
  const words = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const plain = { words, days: undefined };
  for (let length = Math.min(dayWordsMost, words.length); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const days = daysOf(words.slice(from, from + length).join(" "), now);
      if (days.length > 0) return [plain, { words: words.toSpliced(from, length), days }];
    }
  return [plain];
}

/** What of a row is searched by words. */
type Said = {
  readonly searchType: SearchType;
  readonly consent: string;
  readonly status: string;
  readonly action: string;
};

/** Everything a row says of itself besides its date and value, in small letters. Source: DASH-09 to DASH-15. */
export function rowWords({ searchType, consent, status, action }: Said): string {
  const { historyType, searchParameter, label } = rowOf(searchType);
  const said = consentTexts({ searchType, consent, status });
  return [historyType, searchParameter, label, said.consent, said.status, action].join(" ").toLowerCase();
}

/** Whether words all stand in what a row says, each as a part of one of its words. */
export const saysAll = (said: string, words: readonly string[]): boolean => words.every((word) => said.includes(word));

/** Whether a row fits one of the readings. @param row.insertionDate ISO 8601 */
export function fitsReading(row: Said & { readonly insertionDate: string }, readings: readonly Reading[]): boolean {
  const said = rowWords(row);
  const at = Date.parse(row.insertionDate);
  return readings.some(
    ({ words, days }) =>
      saysAll(said, words) && (days?.some(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to)) ?? true),
  );
}

/** A value without the gaps between its groups, as it may be typed. */
export const withoutGaps = (value: string): string => value.replaceAll(/[\s-]/g, "");
