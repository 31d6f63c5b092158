import { formatDateTime, formatDateTimeSms } from "@idanimo/contract/date-format";
import type { AnswerType } from "@idanimo/contract/catalogue";
import { purposes, type PurposeCode } from "@idanimo/contract/consent";
import { purposeNoteMaxLength } from "@idanimo/contract/limits";
import { fillPlaceholders } from "@idanimo/contract/problems";
import type { QuestionValues } from "@idanimo/contract/questions";
import {
  type DisclosureRule,
  partDescriptions,
  type RecordKind,
  recordKindOf,
  type RecordPart,
  selectRecordParts,
  shortPartNames,
} from "@idanimo/contract/record-parts";
import {
  type RequesterStatus,
  type ShownKind,
  smsCopy,
  type SmsLanguage,
  smsLanguageOf,
  withProductName,
} from "./consent-sms-copy.ts";
import { button, composeMail, facts, link, type MailContent, paragraph } from "./mail-blocks.ts";
import { sanitiseForMail, sanitiseForSms, truncateText } from "./sanitise-text.ts";

/**
 * Messages to subjects about a request, and answers to their replies. Like `templates.ts`: no identity number, and no
 * value of the record. SMS exist in English and Nigerian Pidgin, emails in English [CL-05 T-54 T-71].
 */

const requesterNameMaxLength = { sms: 40, mail: 80 } as const;
const smsName = (requester: string, most: number = requesterNameMaxLength.sms) => sanitiseForSms(requester, most);
/** Characters of three GSM-7 segments. */
const smsMaxLength = 459;

/** What is asked, of whom and why. */
export type RequestFacts = {
  /** The requester's name in their account. */
  readonly requester: string;
  /** An organisation: a member of its staff asks, who is not named [TM-10]. */
  readonly isOrganisation: boolean;
  /** The name is in the company register; the person who uses the account is not checked. */
  readonly isVerified: boolean;
  /** The account confirmed the same phone or email, so it may be the subject's own. */
  readonly isSelf: boolean;
  readonly disclosure: DisclosureRule;
  /** How many credit bureaus are asked; 0 for a record without credit. */
  readonly bureauCount: number;
  /** The masked registration number, if the subject is asked as the owner of a vehicle [CL-15]. */
  readonly vehicle: string | null;
  /** The one question of a check, and what was typed for it; null for a record. */
  readonly question: { readonly type: AnswerType; readonly values: QuestionValues } | null;
  /** How long access lasts after a grant; `isMost`: at most so long. */
  readonly period: { readonly hours: number; readonly isMost: boolean };
  readonly language: SmsLanguage;
  /** The purpose's name in that language. */
  readonly reason: string;
};

export type ConsentRequestFacts = RequestFacts & {
  readonly purpose: PurposeCode;
  readonly note?: string | undefined;
  /** The subject's own page of this request. */
  readonly link: string;
  /** The page with every request about them. */
  readonly myData: string;
  /** Six characters of the unambiguous alphabet. */
  readonly code: string;
  readonly until: Date;
};

const requesterStatusOf = ({ isSelf, isVerified }: RequestFacts): RequesterStatus =>
  isSelf ? "self" : isVerified ? "in_register" : "not_checked";

const listShortNames = (parts: readonly RecordPart[], language: SmsLanguage): string =>
  selectRecordParts(parts)
    .map((part) => shortPartNames[language][part])
    .join(", ");

/** The question of a check in an SMS language; undefined for a record. */
const smsQuestion = ({ question }: RequestFacts, language: SmsLanguage): string | undefined =>
  question ? fillPlaceholders(smsCopy[language].questions[question.type], question.values) : undefined;

const shownKind = ({ question }: Pick<RequestFacts, "question">): ShownKind => (question ? "answer" : "record");

/** The values of an SMS about a request. */
function smsFactsOf(
  request: RequestFacts,
  shown: readonly RecordPart[],
  { byStaff, nameLength }: { readonly byStaff: "full" | "short"; readonly nameLength?: number } = { byStaff: "full" },
) {
  const copy = smsCopy[request.language];
  const question = smsQuestion(request, request.language);
  const record = copy.record({
    kind: recordKindOf(request.disclosure),
    bureauCount: request.bureauCount,
    vehicle: request.vehicle,
  });
  const parts = listShortNames(shown, request.language);
  const seen =
    question === undefined ? ({ kind: "record", record, parts } as const) : ({ kind: "question", question } as const);
  return {
    requester: smsName(request.requester, nameLength),
    asks: copy.asks({ ...seen, period: copy.period(request.period) }),
    seen,
    status: `${request.isOrganisation && !request.isSelf ? `${copy.byStaff[byStaff]} ` : ""}${copy.status[requesterStatusOf(request)]}`,
    reason: request.reason,
  };
}

/** An SMS within three segments: first its words about the staff get shorter, then the requester's name. */
function fitSms(write: (shape: Parameters<typeof smsFactsOf>[2]) => string): string {
  const full = withProductName(write({ byStaff: "full" }));
  if (full.length <= smsMaxLength) return full;
  const short = withProductName(write({ byStaff: "short" }));
  if (short.length <= smsMaxLength) return short;
  const nameLength = requesterNameMaxLength.sms - (short.length - smsMaxLength);
  return withProductName(write({ byStaff: "short", nameLength }));
}

const mailStatus = {
  in_register: "This name is in the company register.",
  not_checked: "We have not checked this name.",
  self: "Is that account yours? Then you asked for your own record. If not, say no.",
} as const satisfies Record<RequesterStatus, string>;

const mailRecord = (kind: RecordKind, { bureauCount, vehicle }: RequestFacts): string =>
  ({
    identity: "identity record",
    identity_and_bank: "identity record and, if you add it, your BVN record",
    identity_and_credit: `identity record and your credit record at ${bureauCount} credit ${bureauCount === 1 ? "bureau" : "bureaus"}`,
    owner: `record as the owner of the vehicle ${vehicle ?? ""}`.trim(),
  })[kind];

const mailSubject = {
  identity: "Someone wants to see your identity record",
  identity_and_bank: "Someone wants to see your identity record",
  identity_and_credit: "Someone wants to see your identity and credit records",
  owner: "Someone wants to see your record as the owner of a vehicle",
} as const satisfies Record<RecordKind, string>;

const describeParts = (parts: readonly RecordPart[]): string =>
  `${selectRecordParts(parts)
    .map((part) => partDescriptions[part])
    .join("; ")}.`;

/**
 * Asks a subject for consent: which record and parts, who asks, why, for how long, how to answer and how to withdraw.
 * The SMS has at most three GSM-7 segments for a public host of up to 40 characters. A reminder has the same facts.
 */
export function consentRequestMessage(
  request: ConsentRequestFacts,
  kind: "request" | "reminder" = "request",
): {
  readonly sms: string;
  readonly mail: MailContent;
} {
  const { disclosure, period } = request;
  const record = recordKindOf(disclosure);
  const note = truncateText(purposeNoteMaxLength, request.note ?? "");
  const inMail = sanitiseForMail(request.requester, requesterNameMaxLength.mail);
  const question = smsQuestion(request, "en");
  const wish =
    question === undefined ? `asks to see your ${mailRecord(record, request)}.` : `asks one question: ${question}`;
  return {
    sms: fitSms((shape) =>
      smsCopy[request.language][kind]({
        ...smsFactsOf(request, disclosure.required, shape),
        code: request.code,
        until: formatDateTimeSms(request.until),
        link: request.link,
      }),
    ),
    mail: composeMail(
      `${kind === "reminder" ? "Reminder: " : ""}${question === undefined ? mailSubject[record] : "Someone has a question about you"}`,
      `${inMail} ${wish} ${request.isOrganisation ? "Asked by a member of its staff. " : ""}${mailStatus[requesterStatusOf(request)]}`,
      facts(
        ["Why", `${purposes[request.purpose]}.`],
        ...(note ? [["In their words", sanitiseForMail(note, purposeNoteMaxLength)] as const] : []),
        ["They see", describeParts(disclosure.required)],
        ...(disclosure.optional.length > 0
          ? [["Only if you add it", describeParts(disclosure.optional)] as const]
          : []),
        ["For", `${smsCopy.en.period(period).replace(/^for /, "")} after you agree.`],
      ),
      `You decide. Nothing is shown before you agree, and no reply means no. You can reply until ${formatDateTime(request.until)}.`,
      button("See the request and decide", request.link),
      "If you agree, you can withdraw your consent on the same page at any time.",
      "Agreeing is free. We never ask for a password, PIN or money.",
      paragraph("See who asked about you, and how to stop them: ", link(request.myData)),
    ),
  };
}

export type ConsentReceiptFacts = {
  readonly requester: string;
  readonly decision: "granted" | "denied" | "withdrawn";
  /** What the request shows after a grant. */
  readonly shown: ShownKind;
  /** The requester was blocked with the same reply. */
  readonly isBlocked?: boolean;
  /** Language of the page or message that the subject answered; SMS without it are in English. */
  readonly language: string | null;
  /** The code for further replies; undefined if the subject did not get one. */
  readonly code: string | undefined;
  readonly link: string;
  readonly myData: string;
  /** When access to a granted record ends, if known. */
  readonly until?: Date | undefined;
};

/** Tells a subject what they decided, how to withdraw it, and how to block requesters. */
export function consentReceiptMessage(decided: ConsentReceiptFacts): {
  readonly sms: string;
  readonly mail: MailContent;
} {
  const { code, myData, isBlocked = false } = decided;
  const copy = smsCopy[smsLanguageOf(decided.language)];
  const by = smsName(decided.requester);
  const shown = copy.shown[decided.shown];
  const inMailShown = smsCopy.en.shown[decided.shown];
  const inMail = sanitiseForMail(decided.requester, requesterNameMaxLength.mail);
  const until = (format: (at: Date) => string) => decided.until && format(decided.until);
  switch (decided.decision) {
    case "granted":
      return {
        sms: withProductName(copy.granted(by, shown, until(formatDateTimeSms), code, decided.link)),
        mail: composeMail(
          "You said yes",
          `You agreed to a request by ${inMail}. They can see ${inMailShown} ${decided.until ? `until ${until(formatDateTime)}` : "for a short time"}. After that, they can no longer open it.`,
          button("See it or withdraw your consent", decided.link, "at any time"),
          "If this was not you, withdraw it now.",
          paragraph("All requests about you: ", link(myData)),
        ),
      };
    case "denied":
      return {
        sms: withProductName(copy.denied(by, shown, isBlocked, code, myData)),
        mail: composeMail(
          "You said no",
          `You said no to a request by ${inMail}. They do not see ${inMailShown}.`,
          button("See the request", decided.link),
          paragraph("Block them or all requesters, and see who else asked: ", link(myData)),
        ),
      };
    case "withdrawn":
      return {
        sms: withProductName(copy.withdrawn(by, shown, isBlocked, code, myData)),
        mail: composeMail(
          "You withdrew your consent",
          `You withdrew your consent to a request by ${inMail}. They can no longer see ${inMailShown}.`,
          paragraph("Block them or all requesters, and see who else asked: ", link(myData)),
        ),
      };
  }
}

/** Answers WHO for a pending request: what the request said, without the link. */
export const whoAsksMessage = (request: RequestFacts, code: string, until: Date): string =>
  fitSms((shape) =>
    smsCopy[request.language].whoAsks({
      ...smsFactsOf(request, request.disclosure.required, shape),
      code,
      until: formatDateTimeSms(until),
    }),
  );

/** Answers WHO for a granted request. @param granted the parts that the subject granted */
export const whoSeesMessage = (
  request: RequestFacts,
  granted: readonly RecordPart[],
  code: string,
  until: Date,
): string =>
  fitSms((shape) =>
    smsCopy[request.language].whoSees({
      ...smsFactsOf({ ...request, disclosure: { required: granted, optional: [] } }, granted, shape),
      code,
      until: formatDateTimeSms(until),
    }),
  );

/** How to answer the newest request: a pending one, one without attempts left for YES, or a granted one. */
export type HelpTopic =
  | { readonly kind: "pending" | "granted"; readonly code: string }
  | { readonly kind: "no_attempts"; readonly code: string; readonly link: string };

/**
 * Answers HELP, or an SMS that we could not read as a decision [T-41].
 * @param isUnreadable whether we could not read the SMS
 */
export function replyHelpMessage(language: SmsLanguage, topic: HelpTopic, isUnreadable: boolean): string {
  const copy = smsCopy[language];
  const help =
    topic.kind === "no_attempts"
      ? copy.helpNoAttempts(topic.code, topic.link)
      : topic.kind === "pending"
        ? copy.helpPending(topic.code)
        : copy.helpGranted(topic.code);
  return withProductName(`${isUnreadable && topic.kind !== "no_attempts" ? copy.unreadable : ""}${help}`);
}

/** Answers YES to a request that is already granted. */
export const alreadyGrantedMessage = (
  { language, requester, ...asked }: RequestFacts,
  code: string,
  until: Date,
): string => {
  const copy = smsCopy[language];
  const shown = copy.shown[shownKind(asked)];
  return withProductName(copy.alreadyGranted(smsName(requester), shown, formatDateTimeSms(until), code));
};

/**
 * Answers an SMS about a request that is over, or if no request is left to answer.
 * @param blocked the requester that the same SMS blocked, if any
 */
export const lateReplyMessage = (language: SmsLanguage, myData: string, blocked?: string): string =>
  withProductName(
    blocked === undefined ? smsCopy[language].over(myData) : smsCopy[language].overAndBlocked(smsName(blocked), myData),
  );

/** Confirms STOP: all requests denied, all consents withdrawn, all requesters blocked. */
export const stopMessage = (language: SmsLanguage, myData: string): string =>
  withProductName(smsCopy[language].stopped(myData));

/** Confirms START: the block of all requesters is removed. */
export const startMessage = (language: SmsLanguage, myData: string): string =>
  withProductName(smsCopy[language].started(myData));
