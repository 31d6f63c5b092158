import { describe, expect, test } from "vitest";
import {
  type Channel,
  type DeliveryAttempt,
  earlierDate,
  escalationChannels,
  isSameContact,
  isSubjectReached,
  nextAttemptAt,
  reminderChannel,
  reminderPossibleAt,
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

describe("reminderPossibleAt", () => {
  const lagos = (time: string, day = "2026-11-25") => new Date(`${day}T${time}:00+01:00`);
  const base = { deadline: lagos("10:00", "2026-11-26"), remindedAt: null, wasSent: true };
  test.each([
    ["an hour after the question", "10:00", "10:05", lagos("11:00")],
    ["at once, later on the same day", "10:00", "15:30", lagos("15:30")],
    ["the next morning, after a question in the evening", "19:30", "19:40", lagos("08:00", "2026-11-26")],
    ["the next morning, seen at night", "12:00", "23:00", lagos("08:00", "2026-11-26")],
    ["in the morning, after a question at night", "02:00", "05:00", lagos("08:00")],
  ])("allows a reminder %s", (_when, asked, now, at) => {
    expect(reminderPossibleAt({ ...base, askedAt: lagos(asked), now: lagos(now) })).toEqual(at);
  });

  test.each([
    ["it was sent", { remindedAt: lagos("11:30") }],
    ["no message was accepted", { wasSent: false }],
    ["the request ends before the next morning", { deadline: lagos("07:00", "2026-11-26"), now: lagos("21:00") }],
    ["the request was not sent", { askedAt: null }],
  ])("allows none where %s", (_why, but) => {
    const request = { ...base, askedAt: lagos("10:00"), now: lagos("12:00"), ...but };
    expect(reminderPossibleAt(request)).toBeNull();
  });
});

describe("reminderChannel", () => {
  const at = new Date(0);
  const failed = { channel: "sms", state: "failed", at } as const;
  test.each([
    ["an SMS to a phone", { phone: "+234", mail: "a@b" }, [{ channel: "sms", state: "delivered", at }], "sms"],
    ["an email where every SMS failed", { phone: "+234", mail: "a@b" }, [failed], "mail"],
    ["an email where there is no phone", { phone: null, mail: "a@b" }, [], "mail"],
  ] as const)("is %s", (_what, has, attempts, channel) => {
    expect(reminderChannel(has, attempts)).toBe(channel);
  });
});
