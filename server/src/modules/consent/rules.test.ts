import { describe, expect, test } from "vitest";
import {
  type Channel,
  type DeliveryAttempt,
  earlierDate,
  escalationChannels,
  isSameContact,
  isSubjectReached,
  nextAttemptAt,
  visiblePeriod,
} from "./rules.ts";

const at = new Date("2026-11-25T10:00:00Z");
const now = new Date("2026-11-25T10:05:00Z");
const overdueAt = new Date("2026-11-25T10:15:00Z");
const attempt = (channel: Channel, state: DeliveryAttempt["state"]): DeliveryAttempt => ({ channel, state, at });

describe("isSameContact", () => {
  const record = { phone: "+2348031234567", mail: "ada@example.test" };
  test.each([
    { requester: { phone: "08031234567", mail: null }, same: false, why: "a national number without its country" },
    { requester: { phone: "+234 803 123 4567", mail: null }, same: true, why: "the phone with spaces" },
    { requester: { phone: "23408031234567", mail: null }, same: true, why: "the phone with a trunk zero" },
    { requester: { phone: "+2348031234568", mail: null }, same: false, why: "another phone" },
    { requester: { phone: null, mail: "ADA@Example.test" }, same: true, why: "the email in capitals" },
    { requester: { phone: "+2348039999999", mail: "ada@example.test" }, same: true, why: "one of two" },
    { requester: { phone: null, mail: "obi@example.test" }, same: false, why: "another email" },
    { requester: { phone: null, mail: null }, same: false, why: "an account without contacts" },
  ])("is $same for $why [T-38]", ({ requester, same }) => {
    expect(isSameContact(requester, record)).toBe(same);
  });

  test("is false for a record without contacts [T-38]", () => {
    const empty = { phone: null, mail: null };
    expect(isSameContact(record, empty)).toBe(false);
    expect(isSameContact(empty, empty)).toBe(false);
  });
});

describe("escalationChannels", () => {
  test.each([
    { phone: true, mail: true, channels: ["sms", "mail", "sms"] },
    { phone: true, mail: false, channels: ["sms", "sms"] },
    { phone: false, mail: true, channels: ["mail", "mail"] },
    { phone: false, mail: false, channels: [] },
  ])("are $channels with phone $phone and email $mail [T-38]", ({ channels, ...has }) => {
    expect(escalationChannels(has)).toEqual(channels);
  });
});

describe("isSubjectReached", () => {
  test.each([
    { attempts: [], reached: false },
    { attempts: [attempt("sms", "sent")], reached: false },
    { attempts: [attempt("sms", "delivered")], reached: true },
    { attempts: [attempt("mail", "waiting")], reached: false },
    { attempts: [attempt("mail", "sent")], reached: true },
    { attempts: [attempt("sms", "failed"), attempt("mail", "failed")], reached: false },
    { attempts: [attempt("sms", "failed"), attempt("mail", "sent")], reached: true },
  ])("is $reached after $attempts [T-38]", ({ attempts, reached }) => {
    expect(isSubjectReached(attempts)).toBe(reached);
  });
});

describe("nextAttemptAt", () => {
  const channels = ["sms", "mail", "sms"] as const;
  test.each([
    { steps: [], due: now, why: "at once before the first message" },
    { steps: [attempt("sms", "failed")], due: now, why: "at once after a failure" },
    { steps: [attempt("sms", "sent")], due: overdueAt, why: "after 15 minutes without a delivery report" },
    { steps: [attempt("sms", "failed"), attempt("mail", "waiting")], due: overdueAt, why: "after the last message" },
    { steps: [attempt("sms", "delivered")], due: null, why: "never once the subject has the message" },
    { steps: channels.map((channel) => attempt(channel, "failed")), due: null, why: "never after the last channel" },
  ])("is due $why [T-38]", ({ steps, due }) => {
    expect(nextAttemptAt(channels, steps, now)).toEqual(due);
  });
});

describe("earlierDate", () => {
  test.each([
    { one: at, other: now, earlier: at },
    { one: now, other: at, earlier: at },
    { one: null, other: now, earlier: now },
    { one: at, other: null, earlier: at },
    { one: null, other: null, earlier: null },
  ])("of $one and $other is $earlier", ({ one, other, earlier }) => {
    expect(earlierDate(one, other)).toEqual(earlier);
  });
});

describe("visiblePeriod", () => {
  test.each([
    ["person", { hours: 24, isMost: false }],
    ["extension", { hours: 48, isMost: true }],
    ["financial", { hours: 48, isMost: true }],
    ["vehicle", { hours: 168, isMost: true }],
    ["register", { hours: 0, isMost: true }],
  ] as const)("of class %s is %j [EXPIRY-01 EXPIRY-02 EXPIRY-03]", (retentionClass, period) => {
    expect(visiblePeriod(retentionClass)).toEqual(period);
  });
});
