import { expect, test } from "vitest";
import * as texts from "@idanimo/contract/texts";
import {
  summariseDelivery,
  resultAddress,
  deliverySteps,
  messageForPerson,
  reminderState,
  waitStatusOf,
} from "./rules.ts";

const deadline = "2026-11-22T10:00:00Z";
const before = Date.parse(deadline) - 1;

test.each([
  { consent: "initiate", outcome: null, kind: "looking_up", money: "" },
  { consent: "pending", outcome: null, kind: "waiting", money: "" },
  { consent: "granted", outcome: "DELIVERED", kind: "granted", money: "" },
  { consent: "denied", outcome: "DENIED", kind: "ended", money: "refundable" },
  { consent: "terminated", outcome: "UNANSWERED", kind: "ended", money: "refundable" },
  { consent: "No data found", outcome: "NO_DATA", kind: "ended", money: "refundable" },
  { consent: "terminated", outcome: "NO_CONTACT", kind: "ended", money: "refunded to your wallet" },
  { consent: "terminated", outcome: "MINOR", kind: "ended", money: "refunded to your wallet" },
  { consent: "initiate", outcome: "PROVIDER_FAILED", kind: "ended", money: "refunded to your wallet" },
] as const)("maps $consent with $outcome to $kind with the state of the money [CONSENT-09 CONSENT-10]", (given) => {
  const wait = waitStatusOf({ ...given, deadline }, before);
  expect(wait.kind).toBe(given.kind);
  expect(wait.kind === "ended" ? wait.money : "").toContain(given.money);
});

test("ends a pending request exactly at its deadline, whatever the last response [EXPIRY-02]", () => {
  const open = { consent: "pending", outcome: null, deadline } as const;
  expect(waitStatusOf(open, before).kind).toBe("waiting");
  expect(waitStatusOf(open, Date.parse(deadline)).kind).toBe("ended");
});

test.each([
  { consent: "terminated", outcome: "CANCELLED", heading: "You cancelled this request", says: "isn't refundable" },
  { consent: "denied", outcome: "DENIED", heading: "The person refused", says: "isn't refundable" },
  { consent: "terminated", outcome: "UNANSWERED", heading: "No reply in time", says: texts.endedUnanswered },
  { consent: "pending", outcome: null, heading: "No reply in time", says: texts.endedUnanswered },
  { consent: "terminated", outcome: "DELIVERED", heading: "Consent withdrawn", says: texts.endedByWithdrawal },
  { consent: "terminated", outcome: "MINOR", heading: "The person is under 18", says: texts.moneyReturned },
  { consent: "terminated", outcome: "NO_CONTACT", heading: "The person cannot be reached", says: texts.moneyReturned },
  { consent: "initiate", outcome: "PROVIDER_FAILED", heading: "The source did not respond", says: texts.moneyReturned },
] as const)("shows an ended wait under the heading: $heading [CONSENT-04]", ({ heading, says, ...given }) => {
  const wait = waitStatusOf({ ...given, deadline }, Date.parse(deadline));
  expect(wait).toMatchObject({ kind: "ended", heading });
  expect(wait.kind === "ended" && wait.money).toContain(says);
});

test("says that our message could not be sent where no message was delivered [CONSENT-04]", () => {
  const asked = [{ channel: "mail", state: "failed", at: deadline }] as const;
  const request = { consent: "terminated", outcome: "PROVIDER_FAILED", deadline, asked } as const;
  expect(waitStatusOf(request, before)).toMatchObject({
    kind: "ended",
    heading: "Our message could not be sent",
    money: texts.moneyReturned,
  });
});

test("opens a person's result at /result and a credit record at its page [CONSENT-06 C-18]", () => {
  expect(resultAddress({ searchType: "nin" }, "1")).toBe("/result/1");
  expect(resultAddress({ searchType: "bvn" }, "1")).toBe("/financial/1");
});

test.each([
  { asked: [], says: "finding a way" },
  { asked: [{ channel: "sms", state: "waiting" }], says: "are sending them a message by SMS" },
  {
    asked: [
      { channel: "sms", state: "delivered" },
      { channel: "mail", state: "sent" },
    ],
    says: "by SMS and email",
  },
  {
    asked: [
      { channel: "sms", state: "failed" },
      { channel: "mail", state: "sent" },
    ],
    says: "sent them a message by email",
  },
  { asked: [{ channel: "sms", state: "failed" }], says: "could not be delivered" },
  {
    asked: [
      { channel: "sms", state: "sent" },
      { channel: "mail", state: "failed" },
      { channel: "sms", state: "sent" },
    ],
    says: "sent them a message by SMS.",
  },
] as const)("describes how the subject was contacted: $says [CONSENT-01]", ({ asked: messages, says }) => {
  expect(summariseDelivery(messages.map((step) => ({ ...step, at: deadline })))).toContain(says);
});

test("lists each delivery attempt in plain words, and the reminder [CONSENT-01]", () => {
  const steps = deliverySteps(
    [
      { channel: "sms", state: "sent", at: "1" },
      { channel: "mail", state: "failed", at: "2" },
      { channel: "sms", state: "sent", at: "3" },
    ],
    "4",
  );
  expect(steps.map(({ before, at, after }) => `${before} ${at}${after}`)).toEqual([
    "SMS sent at 1, but delivery was not confirmed",
    "Email not delivered at 2",
    "SMS sent at 3",
    "Reminder sent at 4",
  ]);
  const last = deliverySteps(
    [
      { channel: "sms", state: "waiting", at: "1" },
      { channel: "sms", state: "delivered", at: "2" },
    ],
    null,
  );
  expect(last.map(({ before }) => before)).toEqual(["SMS on its way since", "SMS delivered at"]);
});

test.each([
  [null, { kind: "none" }],
  [{ sentAt: null, possibleAt: null }, { kind: "none" }],
  [{ sentAt: "2026-11-21T12:00:00Z", possibleAt: null }, { kind: "sent" }],
  [{ sentAt: null, possibleAt: "2026-11-22T09:59:59Z" }, { kind: "possible" }],
  [
    { sentAt: null, possibleAt: "2026-11-22T11:00:00Z" },
    { kind: "later", at: "2026-11-22T11:00:00Z" },
  ],
])("offers a reminder as the server allows it: %j", (reminder, state) => {
  expect(reminderState(reminder, before)).toEqual(state);
});

test("writes a message for the person with the requester's name and no link that decides", () => {
  const message = messageForPerson("Bright Homes Ltd", { searchType: "nin" }, "idanimo.example");
  expect(message).toContain("this is Bright Homes Ltd. I asked to check your NIN with Idanimo.");
  expect(message).not.toMatch(/consent\/|\d{6}/);
});

test("shows a blocked subject like one contacted too often, and refunds [T-45]", () => {
  const wait = waitStatusOf({ consent: "terminated", outcome: "BLOCKED", deadline: null }, before);
  expect(wait).toEqual({
    kind: "ended",
    heading: "The person cannot be asked",
    title: "We can't ask this person now.",
    money: texts.moneyReturned,
  });
});

test("shows an unknown state and channel of a newer server unchanged [ERR-16]", () => {
  /* oxlint-disable typescript/no-unsafe-type-assertion -- values that the contract does not have yet */
  const step = { channel: "whatsapp" as "sms", state: "read" as "sent", at: deadline };
  expect(deliverySteps([step], null)).toEqual([{ before: "whatsapp: read", at: deadline, after: "" }]);
  expect(summariseDelivery([{ ...step, state: "sent" }])).toBe("We sent them a message by whatsapp.");
  expect(waitStatusOf({ consent: "paused" as "denied", outcome: null, deadline }, before)).toMatchObject({
    kind: "ended",
    title: texts.pageOutOfDate,
  });
  /* oxlint-enable typescript/no-unsafe-type-assertion */
});
