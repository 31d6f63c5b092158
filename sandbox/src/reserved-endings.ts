/** Behaviour of the sandbox for a reserved ending of the requested value. */
export type Behaviour =
  | "no_record"
  | "error_500"
  | "never_answers"
  | "garbled"
  | "slow"
  | "no_contact"
  | "minor"
  | "try_again_twice"
  | "quota"
  | "sms_fails"
  | "mail_bounces"
  | "bureau_missing"
  | "other_person"
  | "value_missing";

type ReservedEnding = {
  readonly behaviour: Behaviour;
  /** For the home page, in plain words. */
  readonly says: string;
};

/** The reserved last four characters. The home page and the lookups both read this table. */
export const reservedEndings: Readonly<Record<string, ReservedEnding>> = {
  "0000": { behaviour: "no_record", says: "No record found." },
  "0001": { behaviour: "error_500", says: "The source answers with error 500." },
  "0002": {
    behaviour: "never_answers",
    says: "The source never answers; after two minutes the line is cut.",
  },
  "0003": { behaviour: "garbled", says: "The source answers with an unreadable body." },
  "0004": { behaviour: "slow", says: "The source answers after 8 seconds." },
  "0005": { behaviour: "no_contact", says: "The record has no phone and no mail address." },
  "0006": { behaviour: "minor", says: "The record is of a person who is 15 years old." },
  "0007": {
    behaviour: "try_again_twice",
    says: "The source says “not billed, try again” twice and answers the third time.",
  },
  "0008": { behaviour: "quota", says: "The source says that our account there is empty." },
  "0009": {
    behaviour: "sms_fails",
    says: "An SMS to the record’s phone, or to any phone with this ending, is taken but never delivered; the record’s mail is.",
  },
  "0010": {
    behaviour: "mail_bounces",
    says: "The record has only a mail address, and mail to it is refused.",
  },
  "0011": {
    behaviour: "bureau_missing",
    says: "One credit bureau, First Central, has no record; a VIN’s report is not there as PDF.",
  },
  "0012": { behaviour: "other_person", says: "The source answers with the record of another person." },
  "0014": {
    behaviour: "value_missing",
    says: "A NIN’s record has no birth date, and CRC has no score for a BVN.",
  },
};

/** The behaviour for a value's last four characters, if they are reserved. */
export function behaviourOf(value: string): Behaviour | undefined {
  return reservedEndings[value.slice(-4)]?.behaviour;
}

/** Phones with this ending never receive an SMS. */
export const undeliverablePhoneEnding = "0009";
/** Email addresses whose local part has this ending are rejected by the mail server. */
export const bouncingMailEnding = "0010";
