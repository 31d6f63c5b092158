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
  "requester_closed",
  "requester_cancelled",
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

/**
 * Meaning of a subject's SMS: `grant`, `deny`, `block` (deny, and block this requester) and `who` name a request by its
 * code. Without a code, `deny_only` is about the only open request, and `who_newest` about the newest; `stop` and
 * `start` are about all requesters.
 */
export type SubjectReply =
  | { readonly kind: "grant" | "deny" | "block" | "who"; readonly code: string }
  | { readonly kind: "deny_only" | "who_newest" | "stop" | "start" | "help" | "unclear" };

const codePattern = `[${unambiguousAlphabet}]{${consentCodeLength}}`;
// without the flag u, so that no letter outside ASCII counts as one of these
const grantPattern = new RegExp(`^\\s*YES[\\s:,.-]+(${codePattern})[\\s.!]*$`, "i");
const startPattern = /^\s*START[\s.!]*$/i;
const codeOnlyPattern = new RegExp(`^${codePattern}$`);
/** The code without a blank before it. No code contains the letter O, so the division is unambiguous. */
const gluedPattern = new RegExp(`^(NO|STOP)(${codePattern})$`);

/** Keywords that end all requests, as in other SMS services; with a code, they block one requester. */
const stopWords: ReadonlySet<string> = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "END", "CANCEL", "QUIT"]);
/** Words that deny a pending request and withdraw a granted one. */
const denyWords: ReadonlySet<string> = new Set("NO N0 NOPE DENY DECLINE REFUSE WITHDRAW REVOKE".split(" "));
const helpWords: ReadonlySet<string> = new Set(["HELP", "INFO"]);
/** Words around a denial that have no effect. */
const fillerWords: ReadonlySet<string> = new Set(
  "PLEASE PLS PLZ KINDLY ABEG NOW ALL IT THIS THANKS THANK YOU SIR MA MY CONSENT CODE".split(" "),
);
const isFiller = (word: string) => fillerWords.has(word);
const isStop = (word: string) => stopWords.has(word);
const isDeny = (word: string) => denyWords.has(word);

/**
 * Parses an SMS: `YES ACD347`, `no acd 347.`, `STOP ACD347`, `WHO ACD347`, `NO`, `who is this?`, `STOP`, `START`, `HELP`. YES and START
 * open something, so they must match exactly; the others may have quotes, punctuation, polite words, blanks in the
 * code, the code first, or a signature. Anything else is unclear, including YES without a code [T-41].
 */
export function parseReply(text: string): SubjectReply {
  const granted = grantPattern.exec(text)?.[1];
  if (granted !== undefined) return { kind: "grant", code: granted.toUpperCase() };
  if (startPattern.test(text)) return { kind: "start" };
  // a signature follows on its own line, or after two dashes
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .toUpperCase();
  const [line = ""] = plain.split(/[\r\n\u2028\u2029]/);
  const [unsigned = ""] = line.split(/\s(?:--|\u2014)\s/);
  // without the signature first, because a short name may look like a piece of a code
  const readings = [parseTolerantly(unsigned), parseTolerantly(line)].filter((reading) => reading !== undefined);
  return readings.find((reading) => "code" in reading) ?? readings[0] ?? { kind: "unclear" };
}

/** Reads what opens nothing: a denial, an end, a question. */
function parseTolerantly(line: string): SubjectReply | undefined {
  const all = (line.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => gluedPattern.exec(word)?.slice(1) ?? [word]);
  const start = all.findIndex((word) => !isFiller(word));
  const [first = "", ...tail] = start < 0 ? [] : all.slice(start);
  const polite = tail.filter((word) => !isFiller(word));
  if (helpWords.has(first)) return polite.length === 0 ? { kind: "help" } : undefined;
  if (first === "WHO") {
    const code = joinLeadingCode(tail) ?? joinCode(polite);
    return code === undefined ? { kind: "who_newest" } : { kind: "who", code };
  }
  if (!isDeny(first) && !isStop(first)) return parseCodeFirst(first, polite);
  // first as it is, because a piece of a code may look like another word: NO ALL 347
  const exact = joinLeadingCode(tail);
  if (exact !== undefined) return { kind: isStop(first) ? "block" : "deny", code: exact };
  const stops = [first, ...polite].some(isStop);
  const others = polite.filter((word) => !isDeny(word) && !isStop(word));
  if (others.length === 0) return { kind: stops ? "stop" : "deny_only" };
  const code = joinCode(others);
  return code === undefined ? undefined : { kind: stops ? "block" : "deny", code };
}

/** `ACD347 NO`: the code, and then nothing but a denial. */
function parseCodeFirst(first: string, rest: readonly string[]): SubjectReply | undefined {
  const code = joinCode([first]);
  const isDenial = rest.length > 0 && rest.every((word) => isDeny(word) || isStop(word));
  return code !== undefined && isDenial ? { kind: rest.some(isStop) ? "block" : "deny", code } : undefined;
}

/** The code in these words, with polite words only after it. */
function joinLeadingCode(words: readonly string[]): string | undefined {
  const code = joinCode(words);
  if (code !== undefined || !isFiller(words.at(-1) ?? "")) return code;
  return joinLeadingCode(words.slice(0, -1));
}

function joinCode(pieces: readonly string[]): string | undefined {
  const code = pieces.join("");
  return codeOnlyPattern.test(code) ? code : undefined;
}
