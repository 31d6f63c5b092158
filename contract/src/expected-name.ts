import * as z from "zod/mini";
import { expectedNameMaxLength } from "./limits.ts";
import { cleanLine } from "./plain-text.ts";
import * as texts from "./texts.ts";

/**
 * The name that a requester was given. A result compares it with the name in the record; the subject sees it before
 * they decide.
 */

/** Letters of the Latin alphabet with marks; a hyphen, an apostrophe or a space only between letters. */
const namePattern =
  /^[\p{Script=Latin}\p{M}]+(?:[-'\u2019\u02BC\u2010\u2011 ][\p{Script=Latin}\p{M}]+)*['\u2019\u02BC]?$/u;

export const namePart = (required: string) =>
  z
    .string(required)
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(expectedNameMaxLength, texts.expectedNameTooLong),
      z.regex(namePattern, texts.expectedNameLetters),
    );

export const expectedName = z.strictObject({
  firstname: namePart(texts.expectedFirstNameRequired),
  middlename: z.optional(namePart(texts.expectedNameLetters)),
  lastname: namePart(texts.expectedLastNameRequired),
});
export type ExpectedName = z.output<typeof expectedName>;

/** The name in natural order. */
export const formatExpectedName = ({ firstname, middlename, lastname }: ExpectedName): string =>
  [firstname, middlename, lastname].filter((part) => part !== undefined).join(" ");

/** How an expected name compares with the name in a record; `unknown` if the record has none. */
export const nameVerdicts = ["match", "close", "different", "unknown"] as const;
export type NameVerdict = (typeof nameVerdicts)[number];

/** The comparison on the wire, while the record may be seen. */
export const nameMatch = z.object({
  verdict: z.enum(nameVerdicts),
  /** What the record is called, such as `NIN record`; null if it has no name. */
  comparedWith: z.nullable(z.string()),
  given: z.string(),
});
export type NameMatch = z.output<typeof nameMatch>;

/** The sentence that a result leads with. */
export const nameMatchText = ({ verdict, comparedWith }: Pick<NameMatch, "verdict" | "comparedWith">): string =>
  ({
    match: `The name matches the ${comparedWith}.`,
    close: `The name is close to the one in the ${comparedWith}.`,
    different: `The name is different from the one in the ${comparedWith}.`,
    unknown: texts.recordHasNoName,
  })[verdict];
