import { describe, expect, test } from "vitest";
import {
  requestStatusText,
  consentText,
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
  { of: "person", waits: 24, opened: 24 + 6, why: "expires a person's record a day after the grant" },
  { of: "extension", waits: 24, opened: 48, why: "expires a phone's record two days after its creation" },
  { of: "financial", waits: 24, opened: 48, why: "expires a credit record two days after its creation" },
  { of: "answer", waits: 24, opened: 726, why: "expires an answer 30 days after the grant [AO-10]" },
  { of: "vehicle", waits: null, opened: 168, why: "expires a vehicle's record after a week, without consent" },
  { of: "register", waits: null, opened: null, why: "never expires a company's record, without consent" },
])("$why [T-51]", ({ of, waits, opened }) => {
  expect(consentDeadline(of, at)).toEqual(waits === null ? null : plus(waits));
  expect(resultExpiresAt(of, at, plus(6))).toEqual(opened === null ? null : plus(opened));
});

test("has a row for every retention class", () => {
  expect(Object.keys(retention)).toEqual(["person", "extension", "financial", "vehicle", "answer", "register"]);
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
  { seconds: -1, open: true, why: "a second before it expires" },
  { seconds: 0, open: false, why: "when it expires" },
  { seconds: 1, open: false, why: "a second after it expires" },
])("opens a granted record until it expires: $why [T-51]", ({ seconds, open }) => {
  expect(isResultAvailable(delivered, plus(24, seconds))).toBe(open);
  expect(isExpired(delivered, plus(24, seconds))).toBe(!open);
  expect(requestStatusText(delivered, plus(24, seconds))).toBe(open ? texts.rowViewResult : texts.rowExpired);
});

test.each([
  { seconds: -1, over: false, why: "a second before it" },
  { seconds: 0, over: true, why: "at the deadline" },
  { seconds: 1, over: true, why: "a second after it, before a job has run" },
])("keeps a consent pending until its deadline: $why [T-51]", ({ seconds, over }) => {
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

test("opens only a delivered result that is granted or needs no consent [R-08]", () => {
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
  ["without a record, not closed yet", { outcome: null, consent: "no_data_found", goneAt: null }, texts.rowNoData],
  ["without a record or consent", { outcome: "NO_DATA", consent: null, goneAt: null }, texts.rowNoData],
  ["being looked up", { state: "looking_up", outcome: null, consent: "initiate", goneAt: null }, texts.rowInProgress],
  ["not started", { state: "priced", outcome: null, consent: null, goneAt: null }, texts.rowNotStarted],
  ["cancelled by the requester", { outcome: "CANCELLED", consent: "terminated", goneAt: null }, texts.rowCancelled],
  ["refunded", { outcome: "PROVIDER_FAILED", consent: null, goneAt: null }, texts.rowRefunded],
  ["refunded after its consent ended", { outcome: "MINOR", consent: "terminated", goneAt: null }, texts.rowRefunded],
  ["refunded after its deadline", { outcome: "BLOCKED", consent: "pending", deadline: at }, texts.rowRefunded],
  ["a register's record", { consent: null, goneAt: null }, texts.rowViewResult],
])("requestStatusText names a request that is %s [DASH-14]", (_name, but, words) => {
  expect(requestStatusText({ ...delivered, ...but }, at)).toBe(words);
});

test.each([
  { consent: "granted", deadline: at, goneAt: plus(24), expired: false, why: "after the deadline it was answered by" },
  { consent: "pending", deadline: null, goneAt: null, expired: false, why: "while it waits without a deadline" },
  { consent: "terminated", deadline: null, goneAt: null, expired: true, why: "once its consent was terminated" },
] as const)("isExpired is $expired $why [EXPIRY-01]", ({ expired, why: _why, ...but }) => {
  expect(isExpired({ ...delivered, ...but }, plus(1))).toBe(expired);
});

describe("consentText", () => {
  test.each([
    { searchType: "nin", consent: "granted", outcome: "DELIVERED", shown: "granted" },
    { searchType: "nin", consent: "pending", outcome: null, shown: "pending" },
    { searchType: "nin", consent: "terminated", outcome: "UNANSWERED", shown: "terminated" },
    { searchType: "nin", consent: "terminated", outcome: "PROVIDER_FAILED", shown: "" },
    { searchType: "nin", consent: "No data found", outcome: "NO_DATA", shown: "" },
    { searchType: "over_age", consent: "granted", outcome: "DELIVERED", isUnasked: true, shown: "" },
    { searchType: "vin", consent: "granted", outcome: "DELIVERED", shown: "" },
  ] as const)("is empty where no person was asked: $searchType $outcome [DASH-11]", ({ shown, ...row }) => {
    expect(consentText(row)).toBe(shown);
  });
});

describe("consentTexts", () => {
  test.each([
    { searchType: "nin", consent: "granted", status: "granted", shown: { consent: "granted", status: "granted" } },
    { searchType: "rc", consent: "granted", status: "granted", shown: { consent: "", status: "" } },
    {
      searchType: "over_age",
      consent: "granted",
      status: "granted",
      isUnasked: true,
      shown: { consent: "", status: "" },
    },
    { searchType: "vin", consent: "granted", status: "expired", shown: { consent: "", status: "expired" } },
    { searchType: "vin", consent: "terminated", status: "terminated", shown: { consent: "", status: "terminated" } },
  ] as const)("shows no consent where no person was asked: $searchType $status [DASH-11]", ({ shown, ...row }) => {
    expect(consentTexts(row)).toEqual(shown);
  });
});
