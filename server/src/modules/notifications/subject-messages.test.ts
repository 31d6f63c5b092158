import { expect, test } from "vitest";
import { caseAnsweredMessage, caseReadMessage, subjectCodeMessage } from "./subject-messages.ts";

const page = "https://www.idanimo.example/my-data";

test("T-05 OTP-02 a person's code is one part of an SMS that a browser offers on our own pages alone, and no subject tells it", () => {
  const { sms, mail } = subjectCodeMessage("123456", "www.idanimo.example");
  expect(sms).toContain("Your Idanimo code is 123456. It ends in 10 minutes. We never ask for it by phone.");
  expect(sms.split("\n").at(-1)).toBe("@www.idanimo.example #123456");
  expect(sms.length).toBeLessThanOrEqual(160);
  expect(mail.text).toContain("123456");
  expect(mail.text).toContain("need not do anything");
  expect(mail.subject).not.toMatch(/\d/);
});

test("T-75 who had their case read is told which and where to see it, in at most two parts of an SMS", () => {
  const { sms, mail } = caseReadMessage("ID-KLM3X7", page);
  for (const text of [sms, mail.text]) {
    expect(text).toContain("Your case ID-KLM3X7 was read by an operator.");
    expect(text).toContain(page);
  }
  expect(sms.length).toBeLessThanOrEqual(306);
  expect(mail.subject).not.toMatch(/ID-|\d/);
});

test.each([
  ["a link", "See https://evil.example/x now", /https?:\/\/evil/],
  ["letters an SMS has no room for", "Ẹ káàbọ̀ – \u{1F600}".repeat(5), /[^\x20-\x7E]/],
  ["two lines", "one\r\nSubject: two", /[\r\n]/],
])("T-71 an answer with %s stays harmless, and its SMS has at most two parts", (_what, answer, forbidden) => {
  const { sms, mail } = caseAnsweredMessage("ID-KLM3X7", answer, page);
  expect(sms.replace(page, "")).not.toMatch(forbidden);
  expect(mail.subject).toBe("Your case is answered");
  const long = caseAnsweredMessage("ID-KLM3X7", "x".repeat(1_000), page);
  expect(long.sms.length).toBeLessThanOrEqual(306);
  expect(long.mail.text).toContain("x".repeat(1_000));
});
