import { rowOf, type SearchType } from "./catalogue.ts";
import { daysOf, type Stretch } from "./days.ts";
import { consentTexts } from "./expiry.ts";
import { maskedShown } from "./masking.ts";

/** How what is typed into the history's search is read: the server finds rows by it, and the page narrows those it holds. */

/** Words that a row must all say, days of which it must be of one, and the end of its value, where any were named. */
export type Reading = {
  readonly words: readonly string[];
  readonly days: readonly Stretch[] | undefined;
  /** The two characters of a masked value that stay readable, in capital letters. */
  readonly ending?: string;
};

/** A day is written in so many words at most. */
const dayWordsMost = 3;

/**
 * How a text can be read: all of it as words, and where neighbouring words name days, the longest of them as these days and the
 * rest as words; and either of these with its last word of two characters as the end of a value. A row fits that fits any of these.
 * Commas part words as blanks do.
 */
export function readingsOf(typed: string, now: Date): readonly Reading[] {
  const words = typed
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const read = wordsAndDays(words, now);
  return [...read, ...read.flatMap(withEnding)];
}

function wordsAndDays(words: readonly string[], now: Date): readonly Reading[] {
  const plain = { words, days: undefined };
  for (let length = Math.min(dayWordsMost, words.length); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const days = daysOf(words.slice(from, from + length).join(" "), now);
      if (days.length > 0) return [plain, { words: words.toSpliced(from, length), days }];
    }
  return [plain];
}

/** The same reading with its last word of two characters as the end of a value, typed with or without the marks of a mask. */
function withEnding({ words, days }: Reading): readonly Reading[] {
  const endings = words.map((word) => word.replace(/^[*•·]+/, ""));
  const at = endings.findLastIndex((ending) => [...ending].length === maskedShown);
  const ending = endings[at]?.toUpperCase();
  return ending === undefined ? [] : [{ words: words.toSpliced(at, 1), days, ending }];
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
export function fitsReading(
  row: Said & { readonly insertionDate: string; readonly searchValue: string },
  readings: readonly Reading[],
): boolean {
  const said = rowWords(row);
  const at = Date.parse(row.insertionDate);
  const shownEnding = [...row.searchValue].slice(-maskedShown).join("").toUpperCase();
  return readings.some(
    ({ words, days, ending = shownEnding }) =>
      ending === shownEnding &&
      saysAll(said, words) &&
      (days?.some(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to)) ?? true),
  );
}

/** A value in one spelling: without case, spaces, dashes and invisible characters, and in one form of Unicode (NFKC). */
export const normaliseValue = (value: string): string =>
  value
    .normalize("NFKC")
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .toUpperCase();
