import { naira } from "@idanimo/contract/money";
import { expect, test } from "vitest";
import {
  accountCodeMessage,
  emailConfirmMessage,
  knownEmailMessage,
  passwordResetMessage,
  refundMessage,
} from "./templates.ts";

test("states the code's lifetime and that we never ask for it", () => {
  const words = accountCodeMessage({ mail: "654321", sms: "123456" }, "idanimo.example");
  expect(words.sms).toContain("Your Idanimo code is 123456. It expires in 10 minutes. Never share it.");
  expect(words.mail.text).toContain("Your Idanimo code is 654321. It expires in 10 minutes. Never share it.");
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
  expect(words.text).toMatch(/did not create it.*don't confirm.*forgot-password/);
  expect(words.subject).not.toMatch(/[@\d]/);
});

test("states the reset link's lifetime, and that nothing changes without it [PASSWORD-04]", () => {
  const words = passwordResetMessage("https://idanimo.example/reset-password/a/t");
  expect(words.text).toContain("within 30 minutes: https://idanimo.example/reset-password/a/t");
  expect(words.text).toContain("Your password stays the same");
});

test("says in other messages what happened and what to do", () => {
  const known = knownEmailMessage({
    signIn: "https://idanimo.example/login",
    newPassword: "https://idanimo.example/forgot",
  });
  expect(known.text).toContain("nothing was changed");
  const refund = refundMessage({ searchLabel: "NIN", amount: naira(588_00n), reference: "EA10293847561029" });
  expect(refund).toMatchObject({ subject: "A refund has been initiated", text: expect.stringContaining("₦588") });
});
