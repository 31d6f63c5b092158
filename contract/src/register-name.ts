import { firstValue, parseRegisterDay, type WireRecord } from "./record-fields.ts";

/** Names of registers as people write them: Title Case, in natural order. The register's own form is beside it. */

export type RegisterName = {
  readonly name: string;
  /** The form of the register; undefined if it is the same. */
  readonly raw: string | undefined;
};

/** Words of a company's name that stay small. */
const smallWords: readonly string[] = ["and", "of", "the", "for", "in", "to", "by", "at"];
const abbreviations: Readonly<Record<string, string>> = { ltd: "Ltd", gte: "Gte", ltdgte: "Ltd/Gte", intl: "Intl" };
const romanNumeral = /^(?:ii|iii|iv|vi|vii|viii)$/;

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

const isOneCase = (text: string): boolean => text === text.toUpperCase() || text === text.toLowerCase();

/** The letters of a text without their marks. */
const plainLetters = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Changes each word of a text in capitals or small letters only; a text of mixed case is unchanged. */
function convertWords(text: string, convert: (word: string, at: number) => string): string {
  if (!isOneCase(text)) return text;
  return text
    .trim()
    .split(/([\s\-'’./&()]+)/)
    .map((piece, at) => (at % 2 === 0 ? convert(piece, at) : piece))
    .join("");
}

/** `ADÉBÁYỌ̀-WILLIAMS` and `adébáyọ̀-williams` as `Adébáyọ̀-Williams`. */
export const titleCaseName = (text: string): string =>
  convertWords(text, (word) => (romanNumeral.test(word.toLowerCase()) ? word.toUpperCase() : capitalise(word)));

/** `BRIGHT HOMES AND PROPERTIES LIMITED` as `Bright Homes and Properties Limited`; initials such as `KPMG` stay. */
export const titleCaseCompany = (text: string): string =>
  convertWords(text, (word, at) => {
    const plain = plainLetters(word);
    if (abbreviations[plain] !== undefined) return abbreviations[plain];
    if (at > 0 && smallWords.includes(plain)) return plain;
    // a short word without a vowel is spoken letter by letter
    if (romanNumeral.test(plain) || (plain.length > 1 && plain.length < 6 && !/[aeiouy]/.test(plain)))
      return word.toUpperCase();
    return at > 0 && plain === "s" ? "s" : capitalise(word);
  });

/** A name that is one text, such as that of a bank account. */
export function nameInTitleCase(text: string, convert: (text: string) => string = titleCaseName): RegisterName {
  const name = convert(text);
  return { name, raw: name === text ? undefined : text };
}

/** The full name of a person, first name first; undefined if the record has none. */
export function personName(record: WireRecord | undefined): RegisterName | undefined {
  const first = firstValue(record, { names: ["firstName", "firstname"] });
  const middle = firstValue(record, { names: ["middleName", "middlename"] });
  const last = firstValue(record, { names: ["lastName", "surname"] });
  const parts = [first, middle, last].filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  const shown = parts.map(titleCaseName);
  const isChanged = shown.some((part, at) => part !== parts[at]);
  const raw = [last, [first, middle].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return { name: shown.join(" "), raw: isChanged ? raw : undefined };
}

/**
 * Completed years between a register's day and an instant; undefined for an unreadable or later day.
 * @param at ISO 8601
 */
export function completedYears(registerDay: string | undefined, at: string): number | undefined {
  const from = parseRegisterDay(registerDay ?? "");
  const to = parseRegisterDay(at);
  if (from === undefined || to === undefined || from > to) return undefined;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(4) < from.slice(4) ? 1 : 0);
  return years > 200 ? undefined : years;
}
