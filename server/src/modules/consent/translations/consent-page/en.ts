import { englishDateLocale } from "@idanimo/contract/date-format";
import { purposes } from "@idanimo/contract/consent";
import { partDescriptions } from "@idanimo/contract/record-parts";

/**
 * The subject page's copy. The other languages have the same keys and placeholders. Sentences have at most 15
 * words, and at most 90 words precede the buttons. [T-46 CONSENT-02]
 */
export const en = {
  /** Locale of the month names. */
  dates: englishDateLocale.locale,
  frame: {
    languages: "Language",
    neverAsk: "We never ask for your NIN, PIN, password, card or money.",
    policy: "How {brand} keeps your data",
    checkReport: "Check a report",
    counts: "What people decide here",
  },
  asking: {
    identity: "Someone asks to see your identity record",
    credit: "Someone asks to see your credit record",
    vehicle: "Someone asks to see your details as a vehicle owner",
    self: "Did you ask for your own record?",
    selfWords: "The account that asks gives this contact as its own. Not you? Say no.",
    left: "{length} left, until {moment}.",
    silence: "No answer means no.",
    yes: "Yes, they may see",
    yesSelf: "Yes, I asked",
    no: "No",
    before: "They see nothing yet.",
    after: "You can take it back later.",
    report: "I don't know them: report misuse",
    wrong: "This is not me: wrong person",
    answered: "Nothing was changed. This was answered before, or its time had passed.",
  },
  requester: {
    label: "Who asks",
    inRegister: "Registered company name",
    asGiven: "We have not checked that name",
    business: "Business account since {month}",
    personal: "Personal account since {month}",
    noneRefused: "No one has refused or reported them yet.",
    refused: "Others refused: {refused}. Reported: {reported}.",
    most: "more than 999",
  },
  facts: {
    why: "Why",
    sees: "They would see",
    untick: "Untick what you refuse.",
    span: "For",
    hours: "{count} hours",
    upTo: "up to {count} hours",
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
  parts: partDescriptions,
  granted: {
    title: "You said yes",
    words: "They can see your record for {length} more, until {moment}. Then it is gone.",
    onPaper: "They can see your record until {moment}. Then it is gone.",
    change: "Changed your mind? Take it back here. It ends at once.",
    takeBack: "Take it back",
  },
  gone: {
    title: "It is gone",
    words: "The time you gave has passed. They can no longer see your record.",
  },
  denied: {
    title: "You said no",
    words: "They do not see your record. You need not do anything.",
  },
  withdrawn: {
    title: "You took it back",
    words: "They can no longer see your record. You need not do anything.",
    decided: "You said yes, then took it back",
  },
  wrongPerson: {
    title: "Thank you for telling us",
    words: "This request is over. They see nothing. Your contact is deleted from it.",
  },
  over: {
    title: "This request is over",
    words: "It ended without your yes. They see nothing. You need not do anything.",
  },
  unanswered: {
    title: "This request is over",
    words: "You had until {moment}. No answer came, so it was no. They see nothing.",
    decided: "No answer",
    until: "You had until",
  },
  askerLeft: {
    title: "This request is over",
    words: "They closed their account. They can no longer see your record.",
  },
  receipt: {
    title: "Your receipt",
    decision: "What was decided",
    decided: "When",
    way: "How",
    ways: { page: "On this page", sms: "By SMS" },
    leftOut: "Left out",
    nothing: "Nothing",
    until: "They see it until",
    takenBack: "Taken back",
    number: "Number of the request",
    reference: "Number of the proof",
    back: "Proof that you took it back",
    keep: "Keep this receipt (PDF)",
    everybody: "See everybody who asked about you",
  },
  deletion: {
    title: "Receipt of deletion",
    words: "Deleted on {moment}. The key is destroyed, so no copy can be read again.",
    soon: "It is being deleted now. Look here again in a minute.",
    entry: "Entry in the log",
    place: "Place in the chain",
    seal: "Seal",
    sealSoon: "The seal comes within a minute. Look here again.",
  },
  proof: {
    title: "For a lawyer: proof",
    words: "The rows below are sealed in a log. Its newest seal stands on a public page.",
    link: "See the seal",
  },
  report: {
    title: "Report misuse",
    effectPending: "We also say no for you. They will see nothing.",
    effectGranted: "We also take your yes back. They will see nothing more.",
    reason: "What is wrong?",
    reasons: {
      unknown: "I do not know them",
      pretends: "They pretend to be someone else",
      pressure: "They threaten or press me",
      money: "They want money from me",
      other: "Something else",
    },
    text: "Tell us more, if you like",
    hint: "At most {count} letters. Write no NIN, PIN or password.",
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
    care: "Is it about you, but you do not want it? Go back and say no.",
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
