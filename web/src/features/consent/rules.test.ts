import { expect, test } from "vitest";
import { askedWords, resultAddress, waitOf } from "./rules.ts";

const deadline = "2026-11-22T10:00:00Z";
const before = Date.parse(deadline) - 1;

test.each([
  { consent: "initiate", outcome: null, kind: "looking_up", money: "" },
  { consent: "pending", outcome: null, kind: "waiting", money: "" },
  { consent: "granted", outcome: "DELIVERED", kind: "granted", money: "" },
  { consent: "denied", outcome: "DENIED", kind: "ended", money: "kept" },
  { consent: "terminated", outcome: "UNANSWERED", kind: "ended", money: "kept" },
  { consent: "No data found", outcome: "NO_DATA", kind: "ended", money: "kept" },
  { consent: "terminated", outcome: "NO_CONTACT", kind: "ended", money: "back in your wallet" },
  { consent: "terminated", outcome: "MINOR", kind: "ended", money: "back in your wallet" },
  { consent: "initiate", outcome: "PROVIDER_FAILED", kind: "ended", money: "back in your wallet" },
] as const)("CONSENT-09, CONSENT-10: $consent with $outcome is $kind, and the money is told", (given) => {
  const wait = waitOf({ ...given, deadline }, before);
  expect(wait.kind).toBe(given.kind);
  expect(wait.kind === "ended" ? wait.money : "").toContain(given.money);
});

test("EXPIRY-02: an open question ends at its deadline, to the millisecond, whatever the last answer said", () => {
  const open = { consent: "pending", outcome: null, deadline } as const;
  expect(waitOf(open, before).kind).toBe("waiting");
  expect(waitOf(open, Date.parse(deadline)).kind).toBe("ended");
});

test("CONSENT-06, C-18: a person's result opens at /result, a credit record at its own page", () => {
  expect(resultAddress({ searchType: "nin" }, "1")).toBe("/result/1");
  expect(resultAddress({ searchType: "bvn" }, "1")).toBe("/financial/1");
});

test.each([
  { asked: [], says: "finding out" },
  { asked: [{ channel: "sms", state: "waiting" }], says: "are sending them a message by SMS" },
  {
    asked: [
      { channel: "sms", state: "delivered" },
      { channel: "mail", state: "sent" },
    ],
    says: "by SMS and mail",
  },
  {
    asked: [
      { channel: "sms", state: "failed" },
      { channel: "mail", state: "sent" },
    ],
    says: "sent them a message by mail",
  },
  { asked: [{ channel: "sms", state: "failed" }], says: "could not be delivered" },
] as const)("CONSENT-01: it is said how the person was asked: $says", ({ asked, says }) => {
  expect(askedWords(asked)).toContain(says);
});
