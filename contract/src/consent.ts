import * as z from "zod/mini";
import { purposeNoteMaxLength } from "./limits.ts";
import { line } from "./plain-text.ts";
import * as texts from "./texts.ts";

/** States of a verification request's consent. The moves are in the server's consent module. Source: B§4, design 2. */
export const consentStates = ["initiate", "pending", "granted", "denied", "terminated", "no_data_found"] as const;
export type ConsentState = (typeof consentStates)[number];

export const consentEvents = [
  "request_sent",
  "record_missing",
  "no_contact",
  "unreachable",
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

/** Why somebody asks about a person; the person reads the words. Source: design 3, "Consent and asking". */
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

/** `{code, note?}`; the note is plain words without a link, since the subject reads it. Source: design 3, T-71. */
export const purpose = z.object({
  code: z.enum(purposeCodes, texts.purposeRequired),
  note: z.optional(
    line(purposeNoteMaxLength, { tooLong: texts.purposeNoteTooLong }).check(
      z.regex(/^[^<>]*$/, texts.purposeNoteHasLink),
      z.refine((note) => !/https?:|www\.|\p{L}\.\p{L}{2,}/iu.test(note), texts.purposeNoteHasLink),
    ),
  ),
});
export type Purpose = z.output<typeof purpose>;

/** Letters of a code that is read aloud or typed on a keypad phone: none that look or sound alike. */
export const readAloudAlphabet = "ACDEFHJKLMNPRTUVWXY3479";
export const consentCodeLength = 6;
export const consentCodeTries = 5;

/** What a reply of the subject says: a decision with its code, an end to all requests, or nothing we know. */
export type SubjectReply =
  | { readonly kind: "decision"; readonly granted: boolean; readonly code: string }
  | { readonly kind: "stop" }
  | { readonly kind: "unclear" };

/** Reads an SMS: `YES ABC347`, `no abc347`, `STOP`. Anything else is unclear, also a YES without a code. Source: T-41. */
export function readReply(text: string): SubjectReply {
  const said = text.trim().toUpperCase();
  if (said === "STOP") return { kind: "stop" };
  const match = new RegExp(`^(YES|NO)[\\s:,.-]+([${readAloudAlphabet}]{${consentCodeLength}})\\W*$`).exec(said);
  if (!match?.[2]) return { kind: "unclear" };
  return { kind: "decision", granted: match[1] === "YES", code: match[2] };
}
