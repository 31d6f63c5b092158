import { englishDateLocale } from "@idanimo/contract/date-format";
import { purposes } from "@idanimo/contract/consent";
import { partDescriptions } from "@idanimo/contract/record-parts";

/** A description as a label: "your phone number and email" becomes "phone number, email". */
const label = (description: string): string => description.replace(/^your /, "").replace(" and ", ", ");

/**
 * The subject page's copy. The other languages have the same keys and placeholders. Sentences have at most 15
 * words, and at most 90 words precede the buttons. Change `consentTextVersion` with it. [T-46 CONSENT-02]
 */
export const en = {
  /** Locale of the month names. */
  dates: englishDateLocale.locale,
  frame: {
    languages: "Language",
    neverAsk: "We never ask for your NIN, PIN, password, card or money.",
    policy: "How {brand} keeps your data",
    checkReport: "Check a report",
    counts: "Transparency report",
  },
  asking: {
    registered: "A business with a registered name",
    unchecked: "An unverified account",
    identity: "{who} asks for your identity record",
    identityAndBank: "{who} asks for your identity and BVN records",
    creditAtOne: "{who} asks for your credit record at {count} bureau",
    credit: "{who} asks for your credit record at {count} bureaus",
    vehicle: "{who} asks for your details as a vehicle owner",
    question: "{who} asks one question about you",
    self: "Did you ask for your own record?",
    selfWords: "This account confirmed your contact. Not you? Press No.",
    left: "{length} left, until {moment}.",
    silence: "No answer means no.",
    yes: "I consent",
    yesSelf: "Yes, I asked",
    no: "I do not consent",
    preview: "See the answer first",
    noSelf: "No, I did not ask",
    withdraw: "Withdraw here any time.",
    report: "I don't know them: report misuse",
    wrong: "This is not me: wrong person",
    answered: "Nothing was changed. It was answered before, or the time has passed.",
    notOffered: "Nothing was shared. The form had a part that this request does not offer. Choose again.",
  },
  requester: {
    label: "Who asks",
    inRegister: "Registered company name",
    asGiven: "Name not checked",
    business: "Asked by a member of its staff. Account since {month}",
    personal: "Personal account since {month}",
    noneRefused: "No refusals or reports.",
    refused: "Refusals: {refused}. Reports: {reported}.",
  },
  facts: {
    why: "Why",
    expectedName: "Name they expect",
    bureaus: "Bureaus",
    sees: "They will see",
    mayShow: "You may also show",
    aboutOthers: "(others' data)",
    span: "For",
    hours: "{count} hours",
    upTo: "up to {count} hours",
    days: "{count} days",
    question: "The question",
  },
  time: {
    moment: englishDateLocale.dateTimePattern,
    hours: "{count} hours",
    minutes: "{count} minutes",
    minute: "1 minute",
    less: "less than a minute",
    lagos: englishDateLocale.zoneName,
  },
  purposes,
  /** Labels of the parts, below "They will see" and "You may also show". */
  parts: {
    identity: label(partDescriptions.identity),
    photo: label(partDescriptions.photo),
    signature: label(partDescriptions.signature),
    contact: "phone, email",
    address: label(partDescriptions.address),
    education_work: label(partDescriptions.education_work),
    personal_details: "origin, birthplace, nationality, languages, marriage, height, title",
    religion: label(partDescriptions.religion),
    family: label(partDescriptions.family),
    bank: "BVN record, no balances",
    credit: label(partDescriptions.credit),
    owner: label(partDescriptions.owner),
    answer: "only the answer",
    answer_details: "what the answer depends on",
  },
  /**
   * Checks of one question. The page shows a typed name or phone number once, with a label of its own and the short
   * question [AO-03].
   */
  questions: {
    name_match: {
      text: "Is {name} your name?",
      short: "Is this your name?",
      typed: "Name they believe is yours",
      value: "{name}",
    },
    over_age: { text: "Are you {age} or older?" },
    phone_is_theirs: {
      text: "Is {phone} your phone number?",
      short: "Is this your phone number?",
      typed: "Phone number they believe is yours",
      value: "{phone}",
    },
    nin_and_bvn_one_person: { text: "Do NIN {nin} and BVN {bvn} both belong to you?" },
    score_band: { text: "Is your credit score at {bureau} at least {atLeast}?" },
    plate_vin_agree: { text: "Do this registration number and this VIN belong to one vehicle?" },
  },
  answers: { yes: "yes", near: "close", no: "no", unknown: "unknown" },
  /** The answer before the subject decides. */
  preview: {
    says: "It will say: {answer}",
    differs: "What differs: {parts}. Only you see this.",
    unseen: "They have not seen it. Do you consent?",
    names: { firstname: "first name", middlename: "middle name", lastname: "last name" },
  },
  /** In place of the sentences about a record. */
  answerOnly: {
    granted: "They can see the answer for {length} more, until {moment}. Then we delete it.",
    inDocument: "They can see the answer until {moment}. Then we delete it.",
    gone: "The time you agreed to has passed. They can no longer see the answer.",
    denied: "They do not see the answer. You don't need to do anything.",
    withdrawn: "They can no longer see the answer. You don't need to do anything.",
    requesterClosed: "They closed their account. They can no longer see the answer.",
  },
  granted: {
    title: "You consented",
    words: "They can see your record for {length} more, until {moment}. Then we delete it.",
    inDocument: "They can see your record until {moment}. Then we delete it.",
    change: "Changed your mind? Withdraw here. Access ends at once.",
    takeBack: "Withdraw my consent",
  },
  gone: {
    title: "Access has ended",
    words: "The time you agreed to has passed. They can no longer see your record.",
  },
  denied: {
    title: "You did not consent",
    words: "They do not see your record. You don't need to do anything.",
  },
  withdrawn: {
    title: "You withdrew your consent",
    words: "They can no longer see your record. You don't need to do anything.",
    decided: "You consented, then withdrew",
  },
  wrongPerson: {
    title: "Thank you for telling us",
    words: "This request is over. They see nothing. Your contact is deleted from it.",
  },
  over: {
    title: "This request is over",
    words: "It ended without your consent. They see nothing. You don't need to do anything.",
  },
  unanswered: {
    title: "This request is over",
    words: "You had until {moment}. You did not answer, so they see nothing.",
    decided: "No answer",
    until: "You had until",
  },
  cancelled: {
    title: "This request was withdrawn",
    words:
      "The person or business who asked you cancelled their request. They see nothing. You don't need to do anything.",
  },
  requesterClosed: {
    title: "This request is over",
    words: "They closed their account. They can no longer see your record.",
  },
  receipt: {
    title: "Your receipt",
    decision: "Decision",
    decided: "When",
    way: "How",
    ways: { page: "On this page", sms: "By SMS" },
    language: "Language",
    textVersion: "Version of the text",
    offered: "You could share",
    shared: "You shared",
    notShared: "Not shared",
    nothing: "Nothing",
    until: "They see it until",
    takenBack: "Withdrawn",
    number: "Number of the request",
    reference: "Number of the proof",
    back: "Proof of the withdrawal",
    keep: "Keep this receipt (PDF)",
    everybody: "See everyone who asked about you",
  },
  deletion: {
    title: "Receipt of deletion",
    words: "Deleted on {moment}. The key is destroyed, so no copy can be read again.",
    soon: "We are deleting it now. Open this page again in a minute.",
    entry: "Entry in the log",
    place: "Position in the log",
    seal: "Seal",
    sealSoon: "The seal is added within a minute. Open this page again.",
  },
  proof: {
    title: "Legal proof",
    words: "The rows below are sealed in a log. Its newest seal is on a public page.",
    link: "See the seal",
  },
  report: {
    title: "Report misuse",
    effectPending: "We also answer no for you. They will see nothing.",
    effectGranted: "We also withdraw your consent. They will see nothing more.",
    reason: "What is wrong?",
    reasons: {
      unknown: "I do not know them",
      pretends: "They pretend to be someone else",
      pressure: "They threaten or press me",
      money: "They want money from me",
      other: "Something else",
    },
    text: "Tell us more, if you like",
    hint: "At most {count} letters. Don't write a NIN, PIN or password.",
    noReason: "Choose what is wrong.",
    tooLong: "This is too long. Make it {count} letters or less.",
    send: "Send the report",
    back: "Go back, change nothing",
    done: "You reported this",
    doneWords: "Your number is {reference}. We answer you by {date}.",
    answered: "Your number is {reference}. We sent you our answer on {date}.",
    number: "Number of your report",
  },
  wrong: {
    title: "Is this not you?",
    words: "Maybe our message was meant for someone else.",
    effect: "Tell us, and this request ends. They see nothing.",
    care: "Is it about you, but you do not want it? Go back and do not consent.",
    confirm: "Yes, wrong person",
  },
  unknown: {
    title: "This link does not work",
    words: "It may be cut off, or too old. Open it again from our message, in one piece.",
    sms: "You can also reply to our SMS with YES or NO and your code.",
  },
} as const;

type Translated<Words> = Words extends string ? string : { readonly [Key in keyof Words]: Translated<Words[Key]> };

/** The page's copy in one language. */
export type PageCopy = Translated<typeof en>;
