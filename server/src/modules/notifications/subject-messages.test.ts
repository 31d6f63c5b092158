import { expect, test } from "vitest";
import { caseAnsweredMessage, caseReadMessage, subjectCodeMessage } from "./subject-messages.ts";

const page = "https://www.idanimo.example/my-data";

test("fits the code in one SMS bound to our origin, and keeps it out of subjects [T-05 OTP-02]", () => {
  const { sms, mail } = subjectCodeMessage("123456", "www.idanimo.example");
  expect(sms).toContain("Your Idanimo code is 123456. It expires in 10 minutes. Never share it.");
  expect(sms.split("\n").at(-1)).toBe("@www.idanimo.example #123456");
  expect(sms.length).toBeLessThanOrEqual(160);
  expect(mail.text).toContain("123456");
  expect(mail.text).toContain("ignore this message");
  expect(mail.subject).not.toMatch(/\d/);
});

test("names the case that was read and where to see it, in two SMS parts [T-75]", () => {
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
  ["characters outside the SMS alphabet", "Ẹ káàbọ̀ – \u{1F600}".repeat(5), /[^\x20-\x7E]/],
  ["a line break", "one\r\nSubject: two", /[\r\n]/],
])("sanitises an answer with %s, and fits it in two SMS parts [T-71]", (_what, answer, forbidden) => {
  const { sms, mail } = caseAnsweredMessage("ID-KLM3X7", answer, page);
  expect(sms.replace(page, "")).not.toMatch(forbidden);
  expect(mail.subject).toBe("Your case is answered");
  const long = caseAnsweredMessage("ID-KLM3X7", "x".repeat(1_000), page);
  expect(long.sms.length).toBeLessThanOrEqual(306);
  expect(long.mail.text).toContain("x".repeat(1_000));
});
