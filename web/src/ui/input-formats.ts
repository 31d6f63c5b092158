import type { Currency } from "@idanimo/contract/money";
import type { InputEntry, InputFormat, TextChange } from "./input-format.ts";

/**
 * Formats for numbers and codes that are shown in groups while their value stays plain. A pasted text that does not
 * fit is neither shortened nor merged with what the input had. Pure functions.
 */

/** `70123456789` as `701 2345 6789`, group sizes from the left; extra digits follow in the last group. */
export function groupDigits(digits: string, sizes: readonly number[]): string {
  const groups: string[] = [];
  let start = 0;
  for (const [index, size] of sizes.entries()) {
    if (start >= digits.length) break;
    const end = index === sizes.length - 1 ? digits.length : start + size;
    groups.push(digits.slice(start, end));
    start = end;
  }
  return groups.join(" ");
}

/**
 * `20000.5` as `20,000.5`; an unfinished `20000.` keeps its point, and a text that is not an amount is returned
 * unchanged.
 */
export function groupThousands(amount: string): string {
  if (!/^\d+(\.\d*)?$/.test(amount)) return amount;
  const [whole = "", decimals] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** The text without spaces, dashes and invisible characters; full-width letters and digits become plain ones. */
export const stripSeparators = (text: string): string => text.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}]/gu, "");

/** The text itself, for the field's validation rule to reject. */
export const rejectedEntry = (text: string): InputEntry => ({ value: text, isRejected: true });

/** The different values that `read` recognises in what the patterns match. */
export function findValues(
  text: string,
  patterns: readonly RegExp[],
  read: (match: string) => string | undefined,
): readonly string[] {
  const found = patterns.flatMap((pattern) => text.normalize("NFKC").match(pattern) ?? []).map(read);
  return [...new Set(found.filter((value) => value !== undefined))];
}

/**
 * The only value in the text of an input, or else in the inserted text; undefined if there is none or more than
 * one.
 */
export function findOnlyValue(
  { text, inserted, kind }: TextChange,
  valuesIn: (text: string) => readonly string[],
): string | undefined {
  if (kind !== "insertion") return undefined;
  const ofText = valuesIn(text);
  const [value, ...others] = ofText.length > 0 ? ofText : valuesIn(inserted);
  return others.length === 0 ? value : undefined;
}

const digitRuns = [/\d+/g, /\d(?:[\s\p{Pd}\p{Cf}]?\d)*/gu];

/** Finds the numbers of `length` digits in a text, in one piece or in groups. */
export function findNumbers(text: string, length: number): readonly string[] {
  return findValues(text, digitRuns, (run) => {
    const digits = stripSeparators(run);
    return digits.length === length ? digits : undefined;
  });
}

/**
 * Digits only, at most `length`: any other key, or a digit too many, does nothing. From an inserted text, takes the
 * only number of that length; otherwise the input shows the text unchanged, for its validation rule to reject.
 */
function readDigits(change: TextChange, length: number): InputEntry {
  const { text, plain, rest, kind } = change;
  const fits = (value: string) => /^\d*$/.test(value) && value.length <= length;
  const digits = stripSeparators(plain);
  if (fits(digits)) return { value: digits };
  if (kind === "key" && fits(rest)) return { value: rest };
  const number = findOnlyValue(change, (written) => findNumbers(written, length));
  return number === undefined ? rejectedEntry(text) : { value: number };
}

const isDigit = (character: string) => /\d/.test(character);

/** Digits in groups; sizes from the left: `[4, 3, 4]` shows `0803 555 1122`. */
export const digitsFormat = (length: number, groups: readonly number[]): InputFormat => ({
  read: (change) => readDigits(change, length),
  show: (value) => (/^\d*$/.test(value) && value.length <= length ? groupDigits(value, groups) : value),
  isPlain: isDigit,
});

/** Ways to write a currency beside an amount; `#` is what a keyboard without ₦ has. */
const currencyMarks = { NGN: "NGN|₦|N|#", USD: "USD|US\\$|\\$" } as const satisfies Record<Currency, string>;
/** A positive amount without a leading zero, with at most two decimals; the point may be the last character. */
const plainAmount = /^[1-9]\d{0,12}(\.\d{0,2})?$/;

/**
 * The plain amount, `25000.50`, in a text such as `25,000.50` or `₦25 000.50`, also with a comma instead of the
 * decimal point (`25000,50`, `25.000,50`). A comma before three digits groups thousands. Undefined for
 * anything else, such as `25.000`, which means different amounts in different countries [WALLET-05].
 */
export function parseAmount(text: string, currency: Currency): string | undefined {
  const figures = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(new RegExp(`^(?:${currencyMarks[currency]})\\s*|\\s*(?:${currencyMarks[currency]})$`, "gi"), "");
  const match =
    /^(?<whole>\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[\s'’]\d{3})+)(?<decimals>\.\d*|,\d{0,2})?$/.exec(figures) ??
    /^(?<whole>\d{1,3}(?:\.\d{3})+)(?<decimals>,\d{1,2})$/.exec(figures);
  if (!match?.groups) return undefined;
  const whole = (match.groups["whole"] ?? "").replace(/\D/g, "");
  // a comma at the end is dropped; another one is the decimal point
  const decimals = (match.groups["decimals"] ?? "").replace(/^,$/, "").replace(",", ".");
  const amount = whole + decimals;
  return plainAmount.test(amount) ? amount : undefined;
}

/** Whether a comma may still become a thousands separator. */
const hasOpenComma = (text: string) => /,\d{0,2}$/.test(text);

/**
 * An amount of money. While its last comma has fewer than three digits behind it, the text stays as typed; a
 * pasted text is formatted at once. A text that is not an amount is shown unchanged, for its validation rule to reject.
 */
function readAmount({ text, plain, inserted, rest, kind }: TextChange, currency: Currency): InputEntry {
  const entryOf = (written: string): InputEntry | undefined => {
    const value = written === "" ? "" : parseAmount(written, currency);
    if (value === undefined) return undefined;
    return kind !== "insertion" && hasOpenComma(written) ? { value, text: written } : { value };
  };
  // a typed comma counts together with the commas that the format shows: 1,000 and then ,000
  const entry = entryOf(inserted.includes(",") ? text : plain);
  if (entry) return entry;
  const withoutKey = kind === "key" ? entryOf(rest) : undefined;
  const pasted = kind === "insertion" ? entryOf(inserted) : undefined;
  return withoutKey ?? pasted ?? rejectedEntry(text);
}

/** Amounts with commas between thousands. */
export const moneyFormat = (currency: Currency): InputFormat => ({
  read: (change) => readAmount(change, currency),
  show: groupThousands,
  isPlain: (character) => /[\d.]/.test(character),
});

/**
 * Capital letters and digits, at most `length`, under the same rules as digits. `isExact`: a code always has that
 * length.
 */
function readCode(change: TextChange, length: number, isExact: boolean): InputEntry {
  const { text, plain, rest, kind } = change;
  const fits = (value: string) => /^[A-Z0-9]*$/.test(value) && value.length <= length;
  const code = stripSeparators(plain).toUpperCase();
  if (fits(code)) return { value: code };
  if (kind === "key" && fits(rest)) return { value: rest };
  const ofLength = (run: string) => (run.length === length ? run.toUpperCase() : undefined);
  const found = isExact ? findOnlyValue(change, (part) => findValues(part, [/[A-Z0-9]+/gi], ofLength)) : undefined;
  return found === undefined ? rejectedEntry(text) : { value: found };
}

/** Capital letters and digits without separators. */
export const codeFormat = (length: number, isExact: boolean): InputFormat => ({
  read: (change) => readCode(change, length, isExact),
  show: (value) => value,
  isPlain: (character) => /[A-Z0-9]/i.test(character),
});
