import { parseReply } from "@idanimo/contract/consent";
import { type RecordPart, partsFor, partsOfRule, recordPartIds, shortPartNames } from "@idanimo/contract/record-parts";
import { SegmentedMessage } from "sms-segments-calculator";
import { describe, expect, test } from "vitest";
import {
  alreadyGrantedMessage,
  consentReceiptMessage,
  consentRequestMessage,
  lateReplyMessage,
  replyHelpMessage,
  startMessage,
  stopMessage,
  whoAsksMessage,
  whoSeesMessage,
} from "./consent-messages.ts";

const languages = ["en", "pcm"] as const;
const request = {
  requester: "Ada Obi",
  purpose: "tenancy",
  reason: "Renting a home",
  note: "The flat in Ikeja",
  isVerified: false,
  isSelf: false,
  isOrganisation: false,
  disclosure: { required: ["identity"], optional: ["photo", "contact", "address"] },
  bureauCount: 0,
  vehicle: null,
  question: null,
  period: { hours: 24, isMost: false },
  language: "en",
  link: "https://idanimo.example/consent/abc",
  myData: "https://idanimo.example/my-data",
  code: "K3HF7T",
  until: new Date("2026-11-22T09:30:00Z"),
} as const;
const credit = {
  disclosure: { required: ["identity", "credit"], optional: ["contact"] },
  bureauCount: 3,
  period: { hours: 48, isMost: true },
} as const;
const phone = { disclosure: { required: ["identity"], optional: ["photo", "bank"] } } as const;
/** The check and purpose with the longest list of parts. */
const mostParts = partsOfRule(partsFor.phone.account_opening ?? { required: [], optional: [] });
const longName = "A very long business name that never seems to end, Nigeria Limited";

const expectSegments = (sms: string, most: number) => {
  const counted = new SegmentedMessage(sms);
  expect({ sms, encoding: counted.encodingName, fits: counted.segmentsCount <= most }).toEqual({
    sms,
    encoding: "GSM-7",
    fits: true,
  });
};

describe("consentRequestMessage", () => {
  test.each([
    { language: "en", name: "Bright Homes", staff: "gender, birth date. Asked by a member of its staff. Name in" },
    { language: "pcm", name: "Bright Homes", staff: "Na their staff ask. Name dey" },
  ] as const)(
    "says that a member of an organisation's staff asks, in $language [TM-10]",
    ({ language, name, staff }) => {
      const asked = { ...request, requester: name, isOrganisation: true, isVerified: true, language };
      const { sms, mail } = consentRequestMessage(asked);
      expect(sms).toContain(staff);
      expect(mail.text).toContain(
        "Bright Homes asks to see your identity record. Asked by a member of its staff. This name is in the company register.",
      );
      expect(whoAsksMessage(asked, "K3HF7T", request.until)).toContain(staff);
      expect(consentRequestMessage({ ...asked, isSelf: true }).sms).not.toContain("staff");
    },
  );

  test("says who asks, for what, why, how long, and how to answer and withdraw [CL-05]", () => {
    const { sms, mail } = consentRequestMessage(request);
    expect(sms).toBe(
      "Idanimo: Ada Obi asks to see your identity record for 24 hours: names, ID number, gender, birth date. " +
        "Name not checked. Why: Renting a home. Reply YES K3HF7T or NO K3HF7T by Nov 22, 10:30 AM Lagos time. " +
        "No reply means no. To withdraw: NO K3HF7T. Or: https://idanimo.example/consent/abc",
    );
    for (const words of [
      "Ada Obi asks to see your identity record. We have not checked this name.",
      "Why: Renting a home.",
      "In their words: The flat in Ikeja",
      "They see: your names, identity number, gender and birth date.",
      "Only if you add it: your photo; your phone number and email; your home address.",
      "For: 24 hours after you agree.",
      "no reply means no. You can reply until November 22, 2026 at 10:30 AM, Lagos time.",
      "you can withdraw your consent on the same page at any time",
      request.link,
      request.myData,
    ])
      expect(mail.text).toContain(words);
    expect(mail.subject).not.toContain("Ada");
    expect(mail.text).not.toContain(request.code); // the code is for SMS replies only
  });

  test("is in Nigerian Pidgin for a subject who reads it [CL-05]", () => {
    const { sms, mail } = consentRequestMessage({ ...request, language: "pcm", reason: "To rent house" });
    expect(sms).toBe(
      "Idanimo: Ada Obi wan see your identity record for 24 hours: names, ID number, gender, birth date. " +
        "We never check the name. Why: To rent house. Reply YES K3HF7T or NO K3HF7T before Nov 22, 10:30 AM Lagos time. " +
        "No reply mean no. To take am back: NO K3HF7T. Or: https://idanimo.example/consent/abc",
    );
    expect(mail.text).toContain("asks to see your identity record"); // emails are in English
  });

  test.each([
    [credit, "identity record and credit at 3 bureaus for up to 48 hours", "credit record at 3 credit bureaus."],
    [{ ...credit, bureauCount: 1 }, "identity record and credit at 1 bureau for", "credit record at 1 credit bureau."],
    [phone, "identity record and, if you add it, your BVN record for", "and, if you add it, your BVN record."],
  ])("names the kind of record: %j [CL-05]", (kind, inSms, inMail) => {
    const { sms, mail } = consentRequestMessage({ ...request, ...kind });
    expect(sms).toContain(inSms);
    expect(mail.text).toContain(inMail);
  });

  test.each([
    [{ isVerified: true }, "Name in company register.", "This name is in the company register."],
    [{}, "Name not checked.", "We have not checked this name."],
    [{ isSelf: true }, "Not your account? Say no.", "Then you asked for your own record. If not, say no."],
  ])("says how far the name can be relied on: %j [T-38 T-46]", (kind, inSms, inMail) => {
    const { sms, mail } = consentRequestMessage({ ...request, ...kind });
    expect(sms).toContain(inSms);
    expect(mail.text).toContain(inMail);
    for (const text of [sms, mail.text]) expect(text).not.toMatch(/verified|are a .*company/i); // only the name was checked
  });

  test("names SMS replies that `parseReply` understands", () => {
    const { sms } = consentRequestMessage(request);
    expect(parseReply(/YES \w{6}/.exec(sms)?.[0] ?? "")).toEqual({ kind: "grant", code: request.code });
    expect(parseReply(/NO \w{6}/.exec(sms)?.[0] ?? "")).toEqual({ kind: "deny", code: request.code });
  });
});

describe("consentReceiptMessage", () => {
  const decided = {
    requester: "Ada",
    shown: "record",
    language: "en",
    code: "K3HF7T",
    link: request.link,
    myData: request.myData,
  } as const;

  test.each([
    ["granted", "you said yes. Ada can see your record until Nov 22, 10:30 AM Lagos time. Reply NO K3HF7T to withdraw"],
    ["denied", "you said no. Ada does not see your record. Reply STOP K3HF7T to block them."],
    ["withdrawn", "you withdrew your consent. Ada can no longer see your record. Reply STOP K3HF7T to block them."],
  ] as const)("says what was decided, and what to reply next: %s [T-41]", (decision, words) => {
    const { sms, mail } = consentReceiptMessage({ ...decided, decision, until: request.until });
    expect(sms).toContain(words);
    expect(mail.text).not.toContain("K3HF7T");
    expect(mail.text).toContain(request.myData);
  });

  test("is in Pidgin after an answer in Pidgin, in English after other languages", () => {
    const inLanguage = (language: string) => consentReceiptMessage({ ...decided, decision: "granted", language }).sms;
    expect(inLanguage("pcm")).toContain("you don talk yes. Ada fit see your record for small time. Reply NO K3HF7T to");
    expect(inLanguage("ha")).toContain("you said yes.");
  });

  test("says that the requester is blocked", () => {
    const { sms } = consentReceiptMessage({ ...decided, decision: "denied", isBlocked: true });
    expect(sms).toContain("Ada does not see your record and cannot ask you again.");
    expect(sms).not.toContain("Reply STOP");
  });

  test("names the page to withdraw if the subject has no code", () => {
    const { sms, mail } = consentReceiptMessage({
      ...decided,
      decision: "granted",
      code: undefined,
      until: request.until,
    });
    expect(sms).toContain(`To withdraw: ${request.link}`);
    expect(mail.text).toContain("until November 22, 2026 at 10:30 AM, Lagos time. After that");
  });
});

describe.each(languages)("answers to a reply in %s [T-41]", (language) => {
  const facts = { ...request, ...credit, language, requester: longName, reason: "Doing business together" };
  const page = `https://${"h".repeat(40)}/my-data`;
  const link = `https://${"h".repeat(40)}/consent/${"x".repeat(43)}`;
  const messages = {
    who: whoAsksMessage(facts, request.code, request.until),
    "who sees": whoSeesMessage({ ...facts, isVerified: true }, mostParts, request.code, request.until),
    help: replyHelpMessage(language, { kind: "pending", code: request.code }, true),
    "help after a grant": replyHelpMessage(language, { kind: "granted", code: request.code }, true),
    "help without attempts": replyHelpMessage(language, { kind: "no_attempts", code: request.code, link }, true),
    "already granted": alreadyGrantedMessage(facts, request.code, request.until),
    late: lateReplyMessage(language, page),
    "late and blocked": lateReplyMessage(language, page, longName),
    stop: stopMessage(language, page),
    start: startMessage(language, page),
  };

  test.each(Object.entries(messages))("has at most three GSM-7 segments: %s", (_name, sms) => {
    expectSegments(sms, 3);
    expect(sms).toMatch(/^Idanimo: /);
  });

  test("names replies that `parseReply` understands", () => {
    for (const sms of [messages.help, messages["help after a grant"], messages.who])
      for (const [reply] of sms.matchAll(/(?:YES|NO|STOP|WHO) K3HF7T/g))
        expect(parseReply(reply)).not.toEqual({ kind: "unclear" });
    expect(messages.help).toContain("YES K3HF7T");
    expect(messages["help after a grant"]).not.toContain("YES K3HF7T");
  });

  test("names every part in GSM-7 characters [CL-05]", () => {
    for (const part of recordPartIds) expectSegments(shortPartNames[language][part], 1);
  });
});

test("answers WHO with the parts and the time that are left [T-41]", () => {
  expect(whoAsksMessage(request, request.code, request.until)).toBe(
    "Idanimo: Ada Obi asks to see your identity record for 24 hours: names, ID number, gender, birth date. Name not checked. " +
      "Why: Renting a home. Reply YES K3HF7T or NO K3HF7T by Nov 22, 10:30 AM Lagos time. To block them: STOP K3HF7T.",
  );
  expect(whoSeesMessage(request, ["photo", "identity"], request.code, request.until)).toContain(
    "Ada Obi can see your identity record until Nov 22, 10:30 AM Lagos time: names, ID number, gender, birth date, photo.",
  );
});

test.each(languages)(
  "answers WHO after a grant with what was granted, not with what could be added: %s",
  (language) => {
    const sees = (granted: readonly RecordPart[]) =>
      whoSeesMessage({ ...request, ...phone, language }, granted, request.code, request.until);
    expect(sees(["identity"])).not.toContain("BVN");
    expect(sees(["identity", "bank"])).toContain("birth date, BVN record.");
    for (const text of [sees(["identity"]), sees(["identity", "bank"])]) expect(text).not.toMatch(/if you add/);
    expect(
      whoSeesMessage({ ...request, ...credit, language }, ["identity", "credit"], request.code, request.until),
    ).toContain("3 bureaus");
  },
);
