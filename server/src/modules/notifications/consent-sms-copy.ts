import { brand } from "@idanimo/contract/brand";
import type { AnswerType } from "@idanimo/contract/catalogue";
import type { RecordKind, shortPartNames } from "@idanimo/contract/record-parts";

/** What subjects read by SMS, in the languages that SMS has. Only characters of the GSM-7 alphabet [CL-05]. */

export type SmsLanguage = keyof typeof shortPartNames;

/** The SMS language for a page's language: its own if SMS has it, otherwise English. */
export const smsLanguageOf = (language: string | null): SmsLanguage => (language === "pcm" ? "pcm" : "en");

/** What a request shows after a grant. */
export type ShownKind = "record" | "answer";
/** How far the requester's name can be relied on; `self` if the account confirmed this contact. */
export type RequesterStatus = "in_register" | "not_checked" | "self";

type RecordText = {
  readonly kind: RecordKind;
  readonly bureauCount: number;
  /** The masked registration number of an owner's vehicle. */
  readonly vehicle: string | null;
};
type Period = { readonly hours: number; readonly isMost: boolean };

/** What is asked: a record with its parts, or one question. */
export type AskedText =
  | { readonly kind: "record"; readonly record: string; readonly parts: string; readonly period: string }
  | { readonly kind: "question"; readonly question: string; readonly period: string };
/** What was granted. */
type SeenText =
  | Pick<Extract<AskedText, { kind: "record" }>, "kind" | "record" | "parts">
  | Pick<Extract<AskedText, { kind: "question" }>, "kind" | "question">;

/** Above this many hours a period is in days. */
const longHours = 72;

const bureaus = (count: number) => (count === 1 ? "1 bureau" : `${count} bureaus`);

/** The values of a message that asks for consent. */
type RequestText = {
  readonly requester: string;
  readonly asks: string;
  readonly status: string;
  readonly reason: string;
  readonly code: string;
  readonly until: string;
  readonly link: string;
};

type SmsCopy = {
  readonly record: (record: RecordText) => string;
  readonly status: Readonly<Record<RequesterStatus, string>>;
  /** Before the status of an organisation, and the same where the SMS has no room for it. */
  readonly byStaff: { readonly full: string; readonly short: string };
  readonly period: (period: Period) => string;
  /** The question of a check; only an age is named, no value that was typed about a person [T-54]. */
  readonly questions: Readonly<Record<AnswerType, string>>;
  readonly asks: (asked: AskedText) => string;
  /** Names what is shown: `your record`. */
  readonly shown: Readonly<Record<ShownKind, string>>;
  readonly request: (asked: RequestText) => string;
  /** The same once more, for a subject who did not answer; without "No reply means no", so that it fits. */
  readonly reminder: (asked: RequestText) => string;
  /** Answers WHO for a pending request. */
  readonly whoAsks: (asked: Omit<RequestText, "link">) => string;
  /** Answers WHO for a granted request. */
  readonly whoSees: (granted: {
    readonly requester: string;
    readonly seen: SeenText;
    readonly status: string;
    readonly reason: string;
    readonly code: string;
    readonly until: string;
  }) => string;
  readonly granted: (
    by: string,
    shown: string,
    until: string | undefined,
    code: string | undefined,
    link: string,
  ) => string;
  readonly denied: (by: string, shown: string, blocked: boolean, code: string | undefined, myData: string) => string;
  readonly withdrawn: (by: string, shown: string, blocked: boolean, code: string | undefined, myData: string) => string;
  readonly alreadyGranted: (by: string, shown: string, until: string, code: string) => string;
  readonly unreadable: string;
  readonly helpPending: (code: string) => string;
  readonly helpGranted: (code: string) => string;
  readonly helpNoAttempts: (code: string, link: string) => string;
  readonly over: (myData: string) => string;
  readonly overAndBlocked: (by: string, myData: string) => string;
  readonly stopped: (myData: string) => string;
  readonly started: (myData: string) => string;
};

const en: SmsCopy = {
  record: ({ kind, bureauCount, vehicle }) =>
    ({
      identity: "identity record",
      identity_and_bank: "identity record and, if you add it, your BVN record",
      identity_and_credit: `identity record and credit at ${bureaus(bureauCount)}`,
      owner: `record as the owner of the vehicle ${vehicle ?? ""}`.trim(),
    })[kind],
  status: {
    in_register: "Name in company register.",
    not_checked: "Name not checked.",
    self: "Not your account? Say no.",
  },
  byStaff: { full: "Asked by a member of its staff.", short: "Asked by its staff." },
  period: ({ hours, isMost }) =>
    `for ${isMost ? "up to " : ""}${hours > longHours ? `${hours / 24} days` : `${hours} hours`}`,
  questions: {
    name_match: "Is the name that they typed yours?",
    over_age: "Are you {age} or older?",
    phone_is_theirs: "Is the phone number that they typed yours?",
    nin_and_bvn_one_person: "Are the NIN and BVN that they typed both yours?",
    score_band: "Is your credit score at {bureau} at least {atLeast}?",
    plate_vin_agree: "Do a registration number and a VIN belong to one vehicle?",
  },
  asks: (asked) =>
    asked.kind === "record"
      ? `asks to see your ${asked.record} ${asked.period}: ${asked.parts}.`
      : `asks one question about you: ${asked.question} They see the answer only, ${asked.period}.`,
  shown: { record: "your record", answer: "the answer" },
  request: ({ requester, asks, status, reason, code, until, link }) =>
    `${requester} ${asks} ${status} Why: ${reason}. ` +
    `Reply YES ${code} or NO ${code} by ${until}. No reply means no. To withdraw: NO ${code}. Or: ${link}`,
  reminder: ({ requester, asks, status, reason, code, until, link }) =>
    `reminder. ${requester} ${asks} ${status} Why: ${reason}. ` +
    `Reply YES ${code} or NO ${code} by ${until}. To withdraw: NO ${code}. Or: ${link}`,
  whoAsks: ({ requester, asks, status, reason, code, until }) =>
    `${requester} ${asks} ${status} Why: ${reason}. ` +
    `Reply YES ${code} or NO ${code} by ${until}. To block them: STOP ${code}.`,
  whoSees: ({ requester, seen, status, reason, code, until }) =>
    `${requester} can see ${seen.kind === "record" ? `your ${seen.record} until ${until}: ${seen.parts}.` : `one answer until ${until}: ${seen.question}`} ${status} Why: ${reason}. ` +
    `To withdraw: NO ${code}. To withdraw and block them: STOP ${code}.`,
  granted: (by, shown, until, code, link) =>
    `you said yes. ${by} can see ${shown} ${until === undefined ? "for a short time" : `until ${until}`}. ` +
    (code === undefined ? `To withdraw: ${link}` : `Reply NO ${code} to withdraw, or open ${link}`),
  denied: (by, shown, blocked, code, myData) =>
    `you said no. ${by} does not see ${shown}${blocked ? " and cannot ask you again" : ""}. ` +
    `${blocked || code === undefined ? "" : `Reply STOP ${code} to block them. `}Who asked about you: ${myData}`,
  withdrawn: (by, shown, blocked, code, myData) =>
    `you withdrew your consent. ${by} can no longer see ${shown}${blocked ? " and cannot ask you again" : ""}. ` +
    `${blocked || code === undefined ? "" : `Reply STOP ${code} to block them. `}Who asked about you: ${myData}`,
  alreadyGranted: (by, shown, until, code) =>
    `you already said yes. ${by} can see ${shown} until ${until}. Reply NO ${code} to withdraw.`,
  unreadable: "we could not read that. ",
  helpPending: (code) =>
    `Reply YES ${code} to agree or NO ${code} to say no. WHO ${code}: who asks, and why. ` +
    `STOP ${code}: say no and block them. STOP: end all requests and block everyone.`,
  helpGranted: (code) =>
    `You said yes to a request. Reply NO ${code} to withdraw. WHO ${code}: who asked, and why. ` +
    `STOP ${code}: withdraw and block them. STOP: end all requests and block everyone.`,
  helpNoAttempts: (code, link) =>
    `Too many wrong codes, so YES does not work by SMS any more. Reply NO ${code} to say no, or decide here: ${link}`,
  over: (myData) =>
    `that request is over. Nothing is shown any more. Who asked about you, and how to block them: ${myData}`,
  overAndBlocked: (by, myData) =>
    `that request is over. Nothing is shown any more. ${by} cannot ask you again. Who asked about you: ${myData}`,
  stopped: (myData) =>
    `you said no to all requests and withdrew all consents. No one can ask you now. To allow requests again, reply START. Who asked about you: ${myData}`,
  started: (myData) =>
    `you can be asked again. Requesters that you blocked one by one stay blocked. See them: ${myData}`,
};

/** Nigerian Pidgin (Naija). */
const pcm: SmsCopy = {
  record: ({ kind, bureauCount, vehicle }) =>
    ({
      identity: "identity record",
      identity_and_bank: "identity record and, if you add am, your BVN record",
      identity_and_credit: `identity record and credit for ${bureaus(bureauCount)}`,
      owner: `record as person wey get the motor ${vehicle ?? ""}`.trim(),
    })[kind],
  status: {
    in_register: "Name dey company register.",
    not_checked: "We never check the name.",
    self: "No be you? Talk no.",
  },
  byStaff: { full: "Na their staff ask.", short: "Their staff ask." },
  period: ({ hours, isMost }) =>
    `${isMost ? "reach" : "for"} ${hours > longHours ? `${hours / 24} days` : `${hours} hours`}`,
  questions: {
    name_match: "The name wey dem type na your own?",
    over_age: "You don reach {age} years?",
    phone_is_theirs: "The phone number wey dem type na your own?",
    nin_and_bvn_one_person: "The NIN and BVN wey dem type na your own two?",
    score_band: "Your credit score for {bureau} reach {atLeast}?",
    plate_vin_agree: "One motor get the plate number and the VIN?",
  },
  asks: (asked) =>
    asked.kind === "record"
      ? `wan see your ${asked.record} ${asked.period}: ${asked.parts}.`
      : `wan ask one question about you: ${asked.question} Dem go see the answer only, ${asked.period}.`,
  shown: { record: "your record", answer: "the answer" },
  request: ({ requester, asks, status, reason, code, until, link }) =>
    `${requester} ${asks} ${status} Why: ${reason}. ` +
    `Reply YES ${code} or NO ${code} before ${until}. No reply mean no. To take am back: NO ${code}. Or: ${link}`,
  reminder: ({ requester, asks, status, reason, code, until, link }) =>
    `reminder. ${requester} ${asks} ${status} Why: ${reason}. ` +
    `Reply YES ${code} or NO ${code} before ${until}. To take am back: NO ${code}. Or: ${link}`,
  whoAsks: ({ requester, asks, status, reason, code, until }) =>
    `${requester} ${asks} ${status} Why: ${reason}. ` +
    `Reply YES ${code} or NO ${code} before ${until}. To block dem: STOP ${code}.`,
  whoSees: ({ requester, seen, status, reason, code, until }) =>
    `${requester} fit see ${seen.kind === "record" ? `your ${seen.record} reach ${until}: ${seen.parts}.` : `one answer reach ${until}: ${seen.question}`} ${status} Why: ${reason}. ` +
    `To take am back: NO ${code}. To take am back and block dem: STOP ${code}.`,
  granted: (by, shown, until, code, link) =>
    `you don talk yes. ${by} fit see ${shown} ${until === undefined ? "for small time" : `reach ${until}`}. ` +
    (code === undefined ? `To take am back: ${link}` : `Reply NO ${code} to take am back, or open ${link}`),
  denied: (by, shown, blocked, code, myData) =>
    `you don talk no. ${by} no go see ${shown}${blocked ? " and no fit ask you again" : ""}. ` +
    `${blocked || code === undefined ? "" : `Reply STOP ${code} to block dem. `}Who don ask about you: ${myData}`,
  withdrawn: (by, shown, blocked, code, myData) =>
    `you don take am back. ${by} no fit see ${shown} again${blocked ? " and no fit ask you again" : ""}. ` +
    `${blocked || code === undefined ? "" : `Reply STOP ${code} to block dem. `}Who don ask about you: ${myData}`,
  alreadyGranted: (by, shown, until, code) =>
    `you don talk yes before. ${by} fit see ${shown} reach ${until}. Reply NO ${code} to take am back.`,
  unreadable: "we no fit read that one. ",
  helpPending: (code) =>
    `Reply YES ${code} to agree or NO ${code} to talk no. WHO ${code}: who dey ask, and why. ` +
    `STOP ${code}: talk no and block dem. STOP: end all requests and block everybody.`,
  helpGranted: (code) =>
    `You don talk yes to one request. Reply NO ${code} to take am back. WHO ${code}: who ask, and why. ` +
    `STOP ${code}: take am back and block dem. STOP: end all requests and block everybody.`,
  helpNoAttempts: (code, link) =>
    `Wrong code don too much, so YES no dey work by SMS again. Reply NO ${code} to talk no, or decide here: ${link}`,
  over: (myData) =>
    `that request don end. Dem no fit see anything again. Who don ask about you, and how to block dem: ${myData}`,
  overAndBlocked: (by, myData) =>
    `that request don end. Dem no fit see anything again. ${by} no fit ask you again. Who don ask about you: ${myData}`,
  stopped: (myData) =>
    `you don talk no to all requests and take back every yes. No person fit ask you now. To allow requests again, reply START. Who don ask about you: ${myData}`,
  started: (myData) => `people fit ask you again. Those wey you block one by one still dey blocked. See dem: ${myData}`,
};

export const smsCopy: Readonly<Record<SmsLanguage, SmsCopy>> = { en, pcm };

/** Every SMS starts with our name. */
export const withProductName = (text: string): string => `${brand.name}: ${text}`;
