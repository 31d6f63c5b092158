import * as z from "zod/mini";
import { fillPlaceholders } from "./problems.ts";
import * as texts from "./texts.ts";

/**
 * One rule for every text that a client sends. Invisible characters are removed, since the user cannot see or
 * delete them in a form: the rest is what the user saw. Control characters are rejected: no keyboard types them,
 * and PostgreSQL cannot store NUL.
 */

/** Characters without a shape of their own, such as a zero-width space, a soft hyphen or a direction control. */
const invisibleCharacter = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A letter of a script that needs joiners, or a part of an emoji; none of Latin, Greek or Cyrillic. */
const joinableCharacter =
  "(?!\\p{Script=Latin}|\\p{Script=Greek}|\\p{Script=Cyrillic}|\\p{Script=Inherited})[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]";
/** A joiner (U+200C, U+200D) or a variation selector that changes how Arabic or Indic letters, ideographs or emoji are drawn. */
const requiredJoiner = new RegExp(
  `(?<=${joinableCharacter}\\uFE0F?)[\\u200C\\u200D](?=${joinableCharacter})|` +
    "(?<=[\\p{Extended_Pictographic}\\p{Script=Han}\\p{Script=Mongolian}])\\p{Variation_Selector}",
  "gu",
);

/** One or more spaces, tabs and line breaks of Unicode. */
const spaces = /[\s\u0085]+/gu;

/** Control characters, and half of a surrogate pair. */
const unreadable = /[\p{Cc}\p{Cs}]/u;
const unreadableBesidesLineBreaks = /[^\P{Cc}\n]|\p{Cs}/u;

const removeInvisible = (text: string): string => {
  const joinerPositions = new Set(Array.from(text.matchAll(requiredJoiner), ({ index }) => index));
  return text.replace(invisibleCharacter, (found, at: number) => (joinerPositions.has(at) ? found : ""));
};

/**
 * One line as the user saw it: no invisible characters, and one plain space for any spaces, tabs and line breaks.
 */
export const cleanLine = (text: string): string => removeInvisible(text).replace(spaces, " ").trim();

/** The same for several lines: each ends with a line feed alone. */
export const cleanLines = (text: string): string =>
  removeInvisible(text)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\S\n]/g, " ")
    .trim();

/** Whether a cleaned text of several lines has no control characters. */
export const isReadable = (text: string): boolean => !unreadableBesidesLineBreaks.test(text);

const tooLongMessage = (most: number) => fillPlaceholders(texts.fieldTooLong, { most: String(most) });

/**
 * Text in one line; empty is allowed.
 * @param most characters
 * @param messages shown to the user if it is not a text, or too long
 */
export const singleLine = (most: number, messages: { readonly noText?: string; readonly tooLong?: string } = {}) =>
  z.string(messages.noText).check(
    z.overwrite(cleanLine),
    z.refine((text) => !unreadable.test(text), texts.unreadableCharacter),
    z.maxLength(most, messages.tooLong ?? tooLongMessage(most)),
  );

/** A character with a visible shape. */
const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Text in one line with at least one visible character. */
export const requiredLine = (message: string, most: number) =>
  singleLine(most, { noText: message }).check(z.regex(visibleCharacter, message));

/** A text made by a program: a token, a cursor, an id of another system. Printable ASCII without spaces. */
export const machineText = (maxLength: number) =>
  z
    .string()
    .check(z.maxLength(maxLength, tooLongMessage(maxLength)), z.regex(/^[\x21-\x7E]*$/, texts.unreadableCharacter));
