import { phoneMaxLength } from "@idanimo/contract/limits";
import { normaliseNigerianPhone } from "@idanimo/contract/nigerian-phone";
import { stripSeparators, findOnlyValue, findValues, groupDigits, rejectedEntry } from "../../ui/input-formats.ts";
import type { InputEntry, InputFormat, TextChange } from "../../ui/input-format.ts";

/** The content of an input after typing or pasting. Pure. */

/** The longest possible phone number, with the prefix 00. */
const internationalMaxLength = 17;
const isPartialPhone = (text: string) =>
  // after a single zero, eleven digits are the maximum
  /^\+?\d*$/.test(text) && text.length <= (/^0[1-9]/.test(text) ? phoneMaxLength : internationalMaxLength);

/**
 * A phone number: any spelling of a Nigerian one becomes its 11 digits. Ten digits without a zero stay unchanged
 * until blur, because more may follow. A foreign number stays unchanged, and its validation rejects it [WIZARD-23].
 */
function readPhone(change: TextChange): InputEntry {
  const { text, plain, rest, kind } = change;
  const typed = compactPhone(plain);
  const number = normaliseNigerianPhone(typed);
  if (number !== undefined)
    return kind !== "insertion" && number === `0${typed}` ? { value: number, text: typed } : { value: number };
  if (kind === "insertion" ? /^\d*$/.test(typed) && typed.length < phoneMaxLength : isPartialPhone(typed))
    return { value: typed };
  if (kind === "key" && isPartialPhone(rest)) return { value: rest };
  const found = findOnlyValue(change, findPhones);
  return found === undefined ? rejectedEntry(text) : { value: found };
}

const compactPhone = (text: string) => stripSeparators(text).replace(/[().]/g, "");
const phonePatterns = [/\d+/g, /\+?\d(?:[\s\p{Pd}\p{Cf}().]*\d)*/gu];

/** Finds the Nigerian numbers in a text, with or without separators; empty if it also contains a foreign one. */
const findPhones = (text: string) =>
  /\+(?!\s*234)/.test(text) ? [] : findValues(text, phonePatterns, normaliseNigerianPhone);

/** `08035551122` as `0803 555 1122`; a number with a country code stays unchanged. */
function formatPhone(value: string): string {
  return /^0[1-9]?\d*$/.test(value) && value.length <= phoneMaxLength && !value.startsWith("00")
    ? groupDigits(value, [4, 3, 4])
    : value;
}

export const phoneFormat: InputFormat = {
  read: readPhone,
  show: formatPhone,
  isPlain: (character) => /[\d+]/.test(character),
};

/** `21111990` as `21/11/1990`, also if incomplete; any other text stays unchanged. */
export function formatTypedDate(text: string): string {
  if (!/^\d{1,8}$/.test(text)) return text;
  return [text.slice(0, 2), text.slice(2, 4), text.slice(4)].filter((part) => part !== "").join("/");
}

/**
 * A date, day first: a separator after one digit adds a leading zero, and a date with the year first is reordered.
 */
function readDate({ text, plain, rest, kind }: TextChange): InputEntry {
  const written = plain
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  if (/^\d{0,8}$/.test(written)) return { value: formatTypedDate(written) };
  const separator = /^(?<before>(?:\d\d)?\d)[-/.\s]$/.exec(written);
  if (kind === "key" && separator) {
    const before = separator.groups?.["before"] ?? "";
    return { value: formatTypedDate(`${before.slice(0, -1)}0${before.slice(-1)}`) };
  }
  if (kind === "key" && /^\d{0,8}$/.test(rest)) return { value: formatTypedDate(rest) };
  const [, dayFirst, month = "", year = ""] = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4})$/.exec(written) ?? [];
  if (dayFirst) return { value: formatTypedDate(dayFirst.padStart(2, "0") + month.padStart(2, "0") + year) };
  const [, yearFirst, next = "", day = ""] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(written) ?? [];
  if (yearFirst) return { value: formatTypedDate(day.padStart(2, "0") + next.padStart(2, "0") + yearFirst) };
  return rejectedEntry(text);
}

export const dateFormat: InputFormat = {
  read: readDate,
  show: formatTypedDate,
  isPlain: (character) => /\d/.test(character),
};
