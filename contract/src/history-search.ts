import { catalogueRowOf, type SearchType } from "./catalogue.ts";
import { parseDays, type TimeRange } from "./parse-days.ts";
import { consentTexts } from "./request-status.ts";
import { unmaskedLength } from "./masking.ts";

/** Parses the search of the history: the server finds rows with it, and the page filters the rows it has loaded. */

/**
 * Words that a row must all contain, day ranges of which one must include the row, and the end of its value, where
 * given.
 */
export type SearchInterpretation = {
  readonly words: readonly string[];
  readonly days: readonly TimeRange[] | undefined;
  /** The two characters of a masked value that stay readable, in capital letters. */
  readonly valueEnding?: string;
};

/** Most words that a day is written in. */
const dayMaxWords = 3;

/**
 * Interpretations of a text: all of it as words; with the longest run of neighbouring words that names days as
 * those days; and either of these with its last word of two characters as the end of a value. A row matches if it
 * matches any of them. Commas separate words too.
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

/**
 * The same interpretation with its last word of two characters as the end of a value, typed with or without the
 * mask's stars.
 */
function withValueEnding({ words, days }: SearchInterpretation): readonly SearchInterpretation[] {
  const endings = words.map((word) => word.replace(/^[*•·]+/, ""));
  const at = endings.findLastIndex((ending) => [...ending].length === unmaskedLength);
  const ending = endings[at]?.toUpperCase();
  return ending === undefined ? [] : [{ words: words.toSpliced(at, 1), days, valueEnding: ending }];
}

/** The parts of a row that words are searched in. */
type SearchableRow = {
  readonly searchType: SearchType;
  readonly consent: string;
  readonly status: string;
  readonly action: string;
};

/**
 * The text of a row besides its date and value, in lower case [DASH-09 DASH-10 DASH-11 DASH-12 DASH-14 DASH-15].
 */
export function searchableText({ searchType, consent, status, action }: SearchableRow): string {
  const { historyType, searchParameter, label } = catalogueRowOf(searchType);
  const rowTexts = consentTexts({ searchType, consent, status });
  return [historyType, searchParameter, label, rowTexts.consent, rowTexts.status, action].join(" ").toLowerCase();
}

/** Whether a row's text contains all words, each as a part of one of its words. */
export const containsAllWords = (rowText: string, words: readonly string[]): boolean =>
  words.every((word) => rowText.includes(word));

/** Whether a row matches one of the interpretations. @param row.insertionDate ISO 8601 */
export function matchesSearch(
  row: SearchableRow & { readonly insertionDate: string; readonly searchValue: string },
  readings: readonly SearchInterpretation[],
): boolean {
  const rowText = searchableText(row);
  const at = Date.parse(row.insertionDate);
  const shownEnding = [...row.searchValue].slice(-unmaskedLength).join("").toUpperCase();
  return readings.some(
    ({ words, days, valueEnding: ending = shownEnding }) =>
      ending === shownEnding &&
      containsAllWords(rowText, words) &&
      (days?.some(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to)) ?? true),
  );
}

/** A value in one spelling: without case, spaces, dashes and invisible characters, in Unicode form NFKC. */
export const normaliseValue = (value: string): string =>
  value
    .normalize("NFKC")
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .toUpperCase();
