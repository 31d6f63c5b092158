import { naira } from "@idanimo/contract/money";
import { parseReply } from "@idanimo/contract/consent";
import { expect, test } from "vitest";
import { sanitiseForMail, sanitiseForSms } from "./sanitise-text.ts";
import {
  accountCodeMessage,
  consentReceiptMessage,
  consentRequestMessage,
  emailConfirmMessage,
  knownEmailMessage,
  lateReplyMessage,
  passwordResetMessage,
  refundMessage,
  replyHelpMessage,
} from "./templates.ts";

const asked = {
  requester: "Ada Obi",
  purpose: "tenancy",
  note: "The flat in Ikeja",
  isVerified: false,
  isSelf: false,
  link: "https://idanimo.example/consent/abc",
  myData: "https://idanimo.example/my-data",
  code: "K3HF7T",
  until: new Date("2026-11-22T09:30:00Z"),
} as const;

test("states the code's lifetime and that we never ask for it", () => {
  const words = accountCodeMessage({ mail: "654321", sms: "123456" }, "idanimo.example");
  expect(words.sms).toContain("Your Idanimo code is 123456. It ends in 10 minutes. We never ask for it by phone.");
  expect(words.mail.text).toContain(
    "Your Idanimo code is 654321. It ends in 10 minutes. We never ask for it by phone.",
  );
  expect(words.mail.text).not.toContain("123456");
  expect(words.mail.subject).not.toMatch(/\d/);
});

test("ends the code's SMS with the origin-bound line, and fits one part [OTP-02]", () => {
  const { sms } = accountCodeMessage({ mail: "654321", sms: "123456" }, "www.idanimo.example");
  expect(sms.split("\n").at(-1)).toBe("@www.idanimo.example #123456");
  expect(sms.length).toBeLessThanOrEqual(160);
  expect(sms).toMatch(/^[\x20-\x7E\n]*$/);
});

test("tells the owner of an email address how to take the account over [T-15]", () => {
  const links = {
    confirm: "https://idanimo.example/email-confirm#t",
    newPassword: "https://idanimo.example/forgot-password",
  };
  const words = emailConfirmMessage(links);
  expect(words.text).toContain(links.confirm);
  expect(words.text).toMatch(/did not open it.*do not confirm.*forgot-password/);
  expect(words.subject).not.toMatch(/[@\d]/);
});

test("states the reset link's lifetime, and that nothing changes without it [PASSWORD-04]", () => {
  const words = passwordResetMessage("https://idanimo.example/reset-password/a/t");
  expect(words.text).toContain("within 30 minutes: https://idanimo.example/reset-password/a/t");
  expect(words.text).toContain("your password stays as it is");
});

test("tells the subject who asks, why, until when, and how to answer", () => {
  const { sms, mail } = consentRequestMessage(asked);
  for (const text of [sms, mail.text]) {
    expect(text).toContain("Ada Obi");
    expect(text).toContain("Renting a home");
    expect(text).toContain(asked.link);
  }
  expect(sms).toContain("by Nov 22, 10:30 AM Lagos time,");
  expect(mail.text).toContain("until November 22, 2026 at 10:30 AM, Lagos time.");
  expect(mail.text).toContain("The flat in Ikeja");
  expect(mail.subject).not.toContain("Ada");
  expect(mail.text).not.toContain(asked.code); // the code is for SMS replies only
});

test("names SMS replies that `parseReply` understands", () => {
  const { sms } = consentRequestMessage(asked);
  expect(parseReply(/YES \w{6}/.exec(sms)?.[0] ?? "")).toEqual({ kind: "decision", granted: true, code: asked.code });
  expect(parseReply(/NO \w{6}/.exec(sms)?.[0] ?? "")).toEqual({ kind: "decision", granted: false, code: asked.code });
});

test.each([{}, { isVerified: true }, { isSelf: true }])(
  "fits a consent SMS with the longest name and link in three parts: %j",
  (kind) => {
    const { sms } = consentRequestMessage({
      ...asked,
      requester: "A very long business name that never seems to end, Nigeria Limited",
      purpose: "business_partner",
      link: `https://www.idanimo.example/consent/${"x".repeat(43)}`,
      ...kind,
    });
    expect(sms.length).toBeLessThanOrEqual(3 * 153);
    expect(sms).toMatch(/^[\x20-\x7E]*$/);
  },
);

test.each([
  [{ isVerified: true }, "This name is in the company register."],
  [{}, "We have not checked that name."],
  [{ isSelf: true }, "Then you asked to see your own record. If not, say no."],
  [{ isSelf: true, isVerified: true }, "Then you asked to see your own record. If not, say no."],
])("says how far the requester's name can be relied on: %j [T-38 T-46]", (kind, words) => {
  const { sms, mail } = consentRequestMessage({ ...asked, ...kind });
  for (const text of [sms, mail.text]) expect(text).toContain(`Ada Obi asks to see your identity record. `);
  for (const text of [sms, mail.text]) expect(text).toContain(words);
  for (const text of [sms, mail.text]) expect(text).not.toMatch(/verified|are a .*company/i); // only the name was checked
});

test('links to "my data" in the consent email and every receipt [CONSENT-02]', () => {
  const yes = consentReceiptMessage({ requester: "Ada Obi", granted: true, link: asked.link, myData: asked.myData });
  const no = consentReceiptMessage({ requester: "Ada Obi", granted: false, link: asked.link, myData: asked.myData });
  const late = [lateReplyMessage(true, asked.myData), lateReplyMessage(false, asked.myData)];
  for (const text of [consentRequestMessage(asked).mail.text, yes.mail.text, no.mail.text, no.sms, ...late])
    expect(text).toContain(asked.myData);
  for (const sms of [...late, no.sms]) expect(sms).toMatch(/^[\x20-\x7E]{1,306}$/); // two parts
});

const typed = [
  "Ada\r\nBcc: everybody@example.test",
  "Ada\u2028\u202Eevil\u0000",
  "Win at https://evil.example/now",
  "evil.example",
  "www.evil.example/path",
  "HTTP://EVIL.EXAMPLE",
  "evil\u3002example",
  "javascript:alert(1)",
  "tel:+2348031234567",
  "<b>Ada</b>",
  "ada@evil.example",
  "Ọláìyá Ṣadé; ^{}[]~|\\",
  "\u200B\u200D",
  "x".repeat(10_000),
];
test.each(typed)("sanitises a name in every message: %j [T-71]", (requester) => {
  const request = consentRequestMessage({ ...asked, requester, note: requester });
  const receipt = consentReceiptMessage({ requester, granted: true, link: asked.link, myData: asked.myData });
  for (const text of [request.sms, receipt.sms]) {
    expect(text).toMatch(/^[\x20-\x7E]*$/);
    expect(text.replaceAll(asked.link, "").replaceAll(asked.myData, "")).not.toMatch(
      /[\r\n<>;^{}\\[\]~|@]|https?:|:\/\/|\w\.\w/i,
    );
    expect(text.length).toBeLessThan(400);
  }
  for (const text of [request.mail.text, receipt.mail.text]) {
    expect(text.replaceAll(asked.link, "").replaceAll(asked.myData, "")).not.toMatch(
      /[\r<>@\u202E\u200B]|:\/\/|Bcc:|javascript:|\p{L}\.\p{L}/iu,
    );
    expect(text).not.toContain("\u0000");
    expect(text.length).toBeLessThan(1_200);
  }
});

test("removes the accents of a Yoruba name in an SMS, but not in an email", () => {
  expect(sanitiseForSms("Ọláìyá Ṣadé", 40)).toBe("Olaiya Sade");
  expect(sanitiseForMail("Ọláìyá Ṣadé", 40)).toBe("Ọláìyá Ṣadé");
});

test('replaces an unreadable name with "Someone"', () => {
  expect(sanitiseForSms("李明", 40)).toBe("Someone");
  expect(sanitiseForMail("\u200B", 40)).toBe("Someone");
});

test("says in a receipt what was decided and how to withdraw it", () => {
  expect(
    consentReceiptMessage({ requester: "Ada", granted: false, link: asked.link, myData: asked.myData }).sms,
  ).toContain("you said no");
  const yes = consentReceiptMessage({
    requester: "Ada",
    granted: true,
    link: asked.link,
    myData: asked.myData,
    until: asked.until,
  });
  expect(yes.mail.text).toContain("take it back");
  expect(yes.sms).toContain("until Nov 22, 10:30 AM Lagos time.");
  expect(yes.mail.text).toContain("until November 22, 2026 at 10:30 AM, Lagos time, then");
});

test("says in other messages what happened and what to do", () => {
  const known = knownEmailMessage({
    signIn: "https://idanimo.example/login",
    newPassword: "https://idanimo.example/forgot",
  });
  expect(known.text).toContain("nothing was changed");
  const refund = refundMessage({ searchLabel: "NIN", amount: naira(588_00n), reference: "EA10293847561029" });
  expect(refund).toMatchObject({ subject: "A refund has been initiated", text: expect.stringContaining("₦588") });
  expect(replyHelpMessage().length).toBeLessThanOrEqual(160);
});
