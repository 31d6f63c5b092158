import { catalogueRowOf, type SearchType } from "./catalogue.ts";
import { parseDays, type TimeRange } from "./parse-days.ts";
import { consentTexts } from "./request-status.ts";
import { unmaskedLength } from "./masking.ts";

/** How what is typed into the history's search is read: the server finds rows by it, and the page narrows those it holds. */

/** Words that a row must all say, days of which it must be of one, and the end of its value, where any were named. */
export type SearchInterpretation = {
  readonly words: readonly string[];
  readonly days: readonly TimeRange[] | undefined;
  /** The two characters of a masked value that stay readable, in capital letters. */
  readonly valueEnding?: string;
};

/** A day is written in so many words at most. */
const dayMaxWords = 3;

/**
 * How a text can be read: all of it as words, and where neighbouring words name days, the longest of them as these days and the
 * rest as words; and either of these with its last word of two characters as the end of a value. A row fits that fits any of these.
 * Commas part words as blanks do.
 */
export function interpretSearch(typed: string, now: Date): readonly SearchInterpretation[] {
  const words = typed
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const read = splitWordsAndDays(words, now);
  return [...read, ...read.flatMap(withValueEnding)];
}

function splitWordsAndDays(words: readonly string[], now: Date): readonly SearchInterpretation[] {
  const plain = { words, days: undefined };
  for (let length = Math.min(dayMaxWords, words.length); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const days = parseDays(words.slice(from, from + length).join(" "), now);
      if (days.length > 0) return [plain, { words: words.toSpliced(from, length), days }];
    }
  return [plain];
}

/** The same reading with its last word of two characters as the end of a value, typed with or without the marks of a mask. */
function withValueEnding({ words, days }: SearchInterpretation): readonly SearchInterpretation[] {
  const endings = words.map((word) => word.replace(/^[*•·]+/, ""));
  const at = endings.findLastIndex((ending) => [...ending].length === unmaskedLength);
  const ending = endings[at]?.toUpperCase();
  return ending === undefined ? [] : [{ words: words.toSpliced(at, 1), days, valueEnding: ending }];
}

/** What of a row is searched by words. */
type SearchableRow = {
  readonly searchType: SearchType;
  readonly consent: string;
  readonly status: string;
  readonly action: string;
};

/** Everything a row says of itself besides its date and value, in small letters. Source: DASH-09 to DASH-15. */
export function searchableText({ searchType, consent, status, action }: SearchableRow): string {
  const { historyType, searchParameter, label } = catalogueRowOf(searchType);
  const said = consentTexts({ searchType, consent, status });
  return [historyType, searchParameter, label, said.consent, said.status, action].join(" ").toLowerCase();
}

/** Whether words all stand in what a row says, each as a part of one of its words. */
export const containsAllWords = (said: string, words: readonly string[]): boolean =>
  words.every((word) => said.includes(word));

/** Whether a row fits one of the readings. @param row.insertionDate ISO 8601 */
export function matchesSearch(
  row: SearchableRow & { readonly insertionDate: string; readonly searchValue: string },
  readings: readonly SearchInterpretation[],
): boolean {
  const said = searchableText(row);
  const at = Date.parse(row.insertionDate);
  const shownEnding = [...row.searchValue].slice(-unmaskedLength).join("").toUpperCase();
  return readings.some(
    ({ words, days, valueEnding: ending = shownEnding }) =>
      ending === shownEnding &&
      containsAllWords(said, words) &&
      (days?.some(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to)) ?? true),
  );
}

/** A value in one spelling: without case, spaces, dashes and invisible characters, and in one form of Unicode (NFKC). */
export const normaliseValue = (value: string): string =>
  value
    .normalize("NFKC")
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .toUpperCase();
