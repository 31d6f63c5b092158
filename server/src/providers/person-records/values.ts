import { email } from "@idanimo/contract/fields";
import { parsePhoneNumberFromString } from "libphonenumber-js";
import * as z from "zod/mini";

/**
 * Parses the values of a person's record: dates, phones, email addresses and pictures, in the registers' formats.
 */

const imageMaxBytes = 1024 * 1024;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const oldestYear = 1880;

/**
 * Parses `02-03-1990`, `2/3/1990`, `1990-03-02` (also followed by a time) and `2-Aug-1990`, day before month; null
 * for others.
 */
export function parseIsoDate(text: string | undefined): string | null {
  const dayFirst = /^(\d{1,2})[-/. ]([a-z]{3,9}|\d{1,2})[-/. ](\d{4})$/i.exec(text ?? "");
  const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(text ?? "");
  const [year, month, day] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1]]
    : [yearFirst?.[1], yearFirst?.[2], yearFirst?.[3]];
  if (!year || !month || !day) return null;
  const monthNumber = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const date = new Date(Date.UTC(Number(year), monthNumber - 1, Number(day)));
  const isReal =
    Number(year) >= oldestYear && date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** A valid phone number with its plus; numbers without a country are Nigerian. */
export function parsePhone(text: string | undefined): string | null {
  const parsed = text && text.length <= 30 ? parsePhoneNumberFromString(text, "NG") : undefined;
  return parsed?.isValid() ? parsed.number : null;
}

export function parseEmail(text: string | undefined): string | null {
  const parsed = z.safeParse(email, (text ?? "").toLowerCase());
  return parsed.success ? parsed.data : null;
}

/** Base64 of a JPEG or PNG of at most 1 MB, without a data URL's prefix; null for anything else. */
export function parseImage(value: unknown): string | null {
  const text = typeof value === "string" ? value.replace(/^data:image\/[a-z]+;base64,/, "").replace(/\s+/g, "") : "";
  if (text === "" || text.length > (imageMaxBytes / 3) * 4 + 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff));
  const isPng = bytes.subarray(0, 8).equals(Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
  return (isJpeg || isPng) && bytes.length <= imageMaxBytes ? bytes.toString("base64") : null;
}
