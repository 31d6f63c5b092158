import * as z from "zod/mini";
import { purposeNoteMaxLength } from "./limits.ts";
import { singleLine } from "./plain-text.ts";
import * as texts from "./texts.ts";

/**
 * States of a verification request's consent. The transitions are in the server's consent module [CONSENT-09
 * CONSENT-10].
 */
export const consentStates = ["initiate", "pending", "granted", "denied", "terminated", "no_data_found"] as const;
export type ConsentState = (typeof consentStates)[number];

export const consentEvents = [
  "request_sent",
  "record_missing",
  "no_contact",
  "unreachable",
  "messages_not_sent",
  "minor",
  "blocked",
  "source_failed",
  "subject_granted",
  "subject_denied",
  "subject_withdrew",
  "wrong_person",
  "asker_left",
  "deadline_passed",
] as const;
export type ConsentEvent = (typeof consentEvents)[number];

/** Why the requester asks about a person; the subject reads these texts. */
export const purposes = {
  employment: "A job",
  tenancy: "Renting a home",
  credit: "A loan or credit",
  guarantor: "Standing as guarantor",
  domestic_staff: "Work in a home",
  business_partner: "Doing business together",
  sale: "Buying or selling",
  account_opening: "Opening an account",
  family: "A family matter",
  other: "Another reason",
} as const;
export type PurposeCode = keyof typeof purposes;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const purposeCodes = Object.keys(purposes) as [PurposeCode, ...PurposeCode[]];

export const purposeCode = z.enum(purposeCodes, texts.purposeRequired);

/** `{code, note?}`; the note is plain text without a link, since the subject reads it [T-71]. */
export const purpose = z.object({
  code: purposeCode,
  note: z.optional(
    singleLine(purposeNoteMaxLength, { tooLong: texts.purposeNoteTooLong }).check(
      z.regex(/^[^<>]*$/, texts.purposeNoteHasLink),
      z.refine((note) => !/https?:|www\.|\p{L}\.\p{L}{2,}/iu.test(note), texts.purposeNoteHasLink),
    ),
  ),
});
export type Purpose = z.output<typeof purpose>;

/** Letters of a code that is read aloud or typed on a keypad phone: no two look or sound alike. */
export const unambiguousAlphabet = "ACDEFHJKLMNPRTUVWXY3479";
export const consentCodeLength = 6;
export const consentCodeMaxAttempts = 5;

/** Meaning of a subject's reply: a decision with its code, an end to all requests, or unclear. */
export type SubjectReply =
  | { readonly kind: "decision"; readonly granted: boolean; readonly code: string }
  | { readonly kind: "stop" }
  | { readonly kind: "unclear" };

const codePattern = `[${unambiguousAlphabet}]{${consentCodeLength}}`;
const grantPattern = new RegExp(`^YES[\\s:,.-]+(${codePattern})\\W*$`);
const codeOnlyPattern = new RegExp(`^${codePattern}$`);

/** Keywords that end all requests, as in other SMS services. */
const stopWords: ReadonlySet<string> = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "END", "CANCEL", "QUIT"]);
/** Words around a denial that have no effect. */
const fillerWords: ReadonlySet<string> = new Set(
  "PLEASE PLS PLZ KINDLY ABEG NOW ALL IT THIS THANKS THANK YOU SIR MA".split(" "),
);

/**
 * Parses an SMS: `YES ABC347`, `no abc347`, `STOP`. A grant must match exactly; a denial may have quotes,
 * punctuation, polite words or a signature. Anything else is unclear, including YES or NO without a code [T-41].
 */
export function parseReply(text: string): SubjectReply {
  const granted = grantPattern.exec(text.trim().toUpperCase())?.[1];
  if (granted !== undefined) return { kind: "decision", granted: true, code: granted };
  // a signature follows on its own line, or after two dashes
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .toUpperCase();
  const [line = ""] = plain.split(/[\r\n\u2028\u2029]/);
  const [unsigned = ""] = line.split(/\s(?:--|\u2014)\s/);
  return parseDenial(unsigned) ?? parseDenial(line) ?? { kind: "unclear" };
}

function parseDenial(line: string): SubjectReply | undefined {
  const words = (line.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !fillerWords.has(word));
  const others = words.filter((word) => !stopWords.has(word) && word !== "NO");
  if (others.length === 0) return words.some((word) => stopWords.has(word)) ? { kind: "stop" } : undefined;
  const [first = "", ...after] = words;
  const denied = after.join("");
  const denies = (first === "NO" || stopWords.has(first)) && codeOnlyPattern.test(denied);
  return denies ? { kind: "decision", granted: false, code: denied } : undefined;
}
