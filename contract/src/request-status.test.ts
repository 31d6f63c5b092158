import { describe, expect, test } from "vitest";
import {
  requestStatusText,
  consentTexts,
  consentDeadline,
  resultExpiresAt,
  isExpired,
  isResultAvailable,
  type RetentionClass,
  retention,
  type RequestStatus,
} from "./request-status.ts";
import * as texts from "./texts.ts";

const at = new Date("2026-11-21T10:00:00.000Z");
const plus = (hours: number, seconds = 0) => new Date(at.getTime() + hours * 3_600_000 + seconds * 1_000);

test.each<{ of: RetentionClass; waits: number | null; opened: number | null; why: string }>([
  { of: "person", waits: 24, opened: 24 + 6, why: "a person's record is gone a day after the grant" },
  { of: "extension", waits: 24, opened: 48, why: "a phone's record is gone two days after it was asked for" },
  { of: "financial", waits: 24, opened: 48, why: "a credit record is gone two days after it was asked for" },
  { of: "vehicle", waits: null, opened: 168, why: "a vehicle's record is gone after a week and asks nobody" },
  { of: "register", waits: null, opened: null, why: "a company's record does not go and asks nobody" },
])("T-51 $why", ({ of, waits, opened }) => {
  expect(consentDeadline(of, at)).toEqual(waits === null ? null : plus(waits));
  expect(resultExpiresAt(of, at, plus(6))).toEqual(opened === null ? null : plus(opened));
});

test("every retention class has a row", () => {
  expect(Object.keys(retention)).toEqual(["person", "extension", "financial", "vehicle", "register"]);
});

const delivered: RequestStatus = {
  state: "closed",
  outcome: "DELIVERED",
  consent: "granted",
  deadline: plus(24),
  goneAt: plus(24),
};
const waiting: RequestStatus = {
  state: "awaiting_consent",
  outcome: null,
  consent: "pending",
  deadline: plus(24),
  goneAt: null,
};

test.each([
  { seconds: -1, open: true, why: "a second before its end it can be opened" },
  { seconds: 0, open: false, why: "at its end it is gone" },
  { seconds: 1, open: false, why: "a second after its end it is gone" },
])("T-51 a granted record: $why", ({ seconds, open }) => {
  expect(isResultAvailable(delivered, plus(24, seconds))).toBe(open);
  expect(isExpired(delivered, plus(24, seconds))).toBe(!open);
  expect(requestStatusText(delivered, plus(24, seconds))).toBe(open ? texts.rowViewResult : texts.rowExpired);
});

test.each([
  { seconds: -1, over: false, why: "a second before the deadline it waits" },
  { seconds: 0, over: true, why: "at the deadline it is over" },
  { seconds: 1, over: true, why: "a second after the deadline it is over, whether or not a job has run" },
])("T-51 an unanswered question: $why", ({ seconds, over }) => {
  expect(isExpired(waiting, plus(24, seconds))).toBe(over);
  expect(isResultAvailable(waiting, plus(24, seconds))).toBe(false);
  expect(requestStatusText(waiting, plus(24, seconds))).toBe(over ? texts.rowExpired : texts.awaitingConsent);
});

const states = ["priced", "looking_up", "awaiting_consent", "closed"] as const;
const outcomes = [
  null,
  "DELIVERED",
  "NO_DATA",
  "DENIED",
  "UNANSWERED",
  "PROVIDER_FAILED",
  "NO_CONTACT",
  "MINOR",
  "BLOCKED",
] as const;
const consents = [null, "initiate", "pending", "granted", "denied", "terminated", "no_data_found"] as const;

test("R-08 of all standings only a delivered one whose subject agreed, or need not be asked, can be opened", () => {
  const open = states.flatMap((state) =>
    outcomes.flatMap((outcome) =>
      consents
        .filter((consent) => isResultAvailable({ state, outcome, consent, deadline: null, goneAt: plus(1) }, at))
        .map((consent) => `${state} ${outcome} ${consent}`),
    ),
  );
  expect(open).toEqual(["closed DELIVERED null", "closed DELIVERED granted"]);
});

test.each<[string, Partial<RequestStatus>, string]>([
  ["withdrawn", { consent: "terminated" }, texts.rowExpired],
  ["denied", { outcome: "DENIED", consent: "denied", goneAt: null }, texts.consentDenied],
  ["no record", { outcome: "NO_DATA", consent: "no_data_found", goneAt: null }, texts.rowNoData],
  ["no record where nobody is asked", { outcome: "NO_DATA", consent: null, goneAt: null }, texts.rowNoData],
  ["being looked up", { state: "looking_up", outcome: null, consent: "initiate", goneAt: null }, texts.rowInProgress],
  ["not begun", { state: "priced", outcome: null, consent: null, goneAt: null }, texts.rowNotStarted],
  ["refunded", { outcome: "PROVIDER_FAILED", consent: null, goneAt: null }, texts.rowRefunded],
  [
    "refunded after its consent was ended",
    { outcome: "MINOR", consent: "terminated", goneAt: null },
    texts.rowRefunded,
  ],
  ["refunded after its deadline", { outcome: "BLOCKED", consent: "pending", deadline: at }, texts.rowRefunded],
  ["a register's record", { consent: null, goneAt: null }, texts.rowViewResult],
])("actionText names a request that is %s [DASH-14]", (_name, but, words) => {
  expect(requestStatusText({ ...delivered, ...but }, at)).toBe(words);
});

describe("consentTexts", () => {
  test.each([
    { searchType: "nin", consent: "granted", status: "granted", shown: { consent: "granted", status: "granted" } },
    { searchType: "rc", consent: "granted", status: "granted", shown: { consent: "", status: "" } },
    { searchType: "vin", consent: "granted", status: "expired", shown: { consent: "", status: "expired" } },
    { searchType: "vin", consent: "terminated", status: "terminated", shown: { consent: "", status: "terminated" } },
  ] as const)("shows no consent where no person was asked: $searchType $status [DASH-11]", ({ shown, ...row }) => {
    expect(consentTexts(row)).toEqual(shown);
  });
});
