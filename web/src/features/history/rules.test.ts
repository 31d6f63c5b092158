import { checkAgainAddress } from "@idanimo/contract/check-again";
import * as texts from "@idanimo/contract/texts";
import { describe, expect, test } from "vitest";
import { expiredReason, refundReason } from "@idanimo/contract/refund-reason";
import {
  canOpenRow,
  rowActionOf,
  nextStepOf,
  matcherFor,
  type HistoryRow,
  isListed,
  matchesFilters,
  mergeNewestFirst,
  resultAddress,
  mergeSearchRows,
  formatSearchValue,
} from "./rules.ts";

const row: HistoryRow = {
  id: "5f0c1a3e-0000-4000-8000-000000000001",
  insertionDate: "2026-11-21T10:00:00Z",
  type: "Basic Profile",
  searchType: "nin",
  searchParameter: "NIN",
  searchValue: "70123456789",
  consent: "granted",
  status: "",
  action: "View Result",
  outcome: "DELIVERED",
  deadline: null,
  goneAt: null,
};

test.each([
  { action: "View Result", outcome: "DELIVERED", leads: "result" },
  { action: "Awaiting Consent", outcome: null, leads: "pending" },
  { action: "Expired", outcome: "UNANSWERED", leads: "expired" },
  { action: "Consent Denied", outcome: "DENIED", leads: "denied" },
  { action: "No Data Found", outcome: "NO_DATA", leads: "no_data" },
  { action: "Refunded", outcome: "MINOR", leads: "refunded" },
  { action: "In progress", outcome: null, leads: "running" },
  { action: "Answer Later", outcome: "DENIED", leads: "unknown" },
  { action: "Cancelled", outcome: "CANCELLED", leads: "cancelled" },
] as const)("rowActionOf returns $leads for $action with $outcome [DASH-14 DASH-15]", ({ action, outcome, leads }) => {
  expect(rowActionOf({ action, outcome, searchType: "nin" })).toBe(leads);
});

test("opens the result of the registration number for any request to an owner [CL-15]", () => {
  for (const action of ["Awaiting Consent", "Consent Denied", "Expired", "Not Possible"])
    expect(rowActionOf({ action, outcome: null, searchType: "plate_owner" })).toBe("result");
});

test.each([
  { outcome: "DELIVERED", consent: "granted", says: texts.endedByExpiry },
  { outcome: "DELIVERED", consent: "terminated", says: texts.endedByWithdrawal },
  { outcome: "UNANSWERED", consent: "terminated", says: texts.endedUnanswered },
  { outcome: null, consent: "pending", says: texts.endedUnanswered },
] as const)("gives $outcome with $consent consent its own reason for expiry [ERR-36]", (of) => {
  expect(expiredReason(of)).toBe(of.says);
});

test("opens a NIN result at its page, with only the request id in the address [C-18]", () => {
  expect(resultAddress(row)).toBe(`/premblyNinResult/${row.id}`);
});

test("shows a row of a kind and a state that only a newer server knows [ERR-16]", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values that the contract does not have yet
  const newer = {
    ...row,
    searchType: "passport",
    searchParameter: "PASSPORT",
    action: "Later",
    outcome: "LATER",
  } as unknown as HistoryRow;
  expect(rowActionOf(newer)).toBe("unknown");
  expect(formatSearchValue(newer)).toBe("701 2345 6789");
  expect(resultAddress(newer)).toBe(`/result/${row.id}`);
  expect(matcherFor("70123", now)(newer)).toBe(true);
  expect(nextStepOf(newer)).toBeUndefined();
});

test("hides a request that has not started, and lists one that has ended [DASH-13]", () => {
  expect(isListed({ consent: "initiate", status: "initiate", outcome: null })).toBe(false);
  expect(isListed({ consent: "initiate", status: "terminated", outcome: "PROVIDER_FAILED" })).toBe(true);
  expect(isListed(row)).toBe(true);
});

const now = new Date("2026-11-21T12:00:00Z");
test.each([
  { typed: "basic", fit: true },
  { typed: "701 2345", fit: true },
  { typed: "701-2345", fit: true },
  { typed: "November 21", fit: true },
  { typed: "2026-11-21", fit: true },
  { typed: "nin  result", fit: true },
  { typed: "nin result november 2026", fit: true },
  { typed: "nin november 2025", fit: false },
  { typed: "nin denied", fit: false },
  { typed: "denied", fit: false },
  { typed: "-", fit: false },
])("matches '$typed' against the text on the screen: $fit [DASH-04]", ({ typed, fit }) => {
  expect(matcherFor(typed, now)(row)).toBe(fit);
});

test("searches by the day in Lagos, like the server, whatever the device's zone [DASH-04 C-40]", () => {
  const late = { ...row, insertionDate: "2026-11-20T23:30:00Z" };
  expect(["nov 21, 2026", "nov 20, 2026"].map((typed) => matcherFor(typed, now)(late))).toEqual([true, false]);
});

test.each([
  { typed: "palm oil", searchValue: "Palm Oil", fit: true },
  { typed: "LM-O", searchValue: "Palm Oil", fit: true },
  { typed: "KAN", searchValue: "KAN321XY", fit: true },
  { typed: "612", searchValue: "6123000", fit: true },
  { typed: "89", searchValue: "*********89", fit: true },
  { typed: "••••89", searchValue: "*********89", fit: true },
  { typed: "nin 89", searchValue: "*********89", fit: true },
  { typed: "vin 89", searchValue: "*********89", fit: false },
  { typed: "9", searchValue: "*********89", fit: false },
  { typed: "*89", searchValue: "*********98", fit: false },
])("searching the loaded rows for $typed finds $searchValue: $fit [DASH-07]", ({ typed, searchValue, fit }) => {
  expect(matcherFor(typed, now)({ ...row, searchValue })).toBe(fit);
});

test("finds no part of a masked value except its last two characters [T-52]", () => {
  const masked = { ...row, searchValue: "*********89" };
  expect(["*", "****", "70123456789", "6789", "**89*"].map((typed) => matcherFor(typed, now)(masked))).toEqual(
    Array.from({ length: 5 }, () => false),
  );
});

test("keeps the rows that the page matched when the server responds [DASH-07]", () => {
  const made = (id: string, searchValue: string, status = "") => ({ ...row, id, searchValue, status });
  const rows = [made("a", "70123456789"), made("b", "80987654321")];
  const found = [made("c", "70123456700"), made("a", "70123456789", "newer")];
  const shown = (typed: string, isAnswered: boolean) =>
    mergeSearchRows(typed, { loaded: rows, found, isAnswered }, now).map(({ id, status }) => id + status);
  expect(shown("7012345", false)).toEqual(["c", "anewer"]);
  expect(shown("7012345", true)).toEqual(["c", "anewer"]);
  expect(shown("8098", true), "the server found other rows, the page found this one").toEqual(["c", "anewer", "b"]);
  expect(shown("8098", false), "a response to what was typed before").toEqual(["b"]);
});

test("merges rows of several responses: newest first, the first of duplicates [DASH-07]", () => {
  const made = (id: string, day: number, status = "") => ({
    ...row,
    id,
    insertionDate: `2026-11-0${day}T10:00:00Z`,
    status,
  });
  const merged = mergeNewestFirst([made("b", 2), made("a", 1), made("c", 3), made("a", 1, "older news")]);
  expect(merged.map(({ id, status }) => id + status)).toEqual(["c", "b", "a"]);
});

test("gives each refund its own reason", () => {
  const words = (["PROVIDER_FAILED", "NO_CONTACT", "MINOR", "BLOCKED"] as const).map((outcome) =>
    refundReason(outcome),
  );
  expect(new Set(words).size).toBe(4);
});

test.each([
  ["nin", "70123456789", "701 2345 6789"],
  ["phone", "08035551122", "0803 555 1122"],
  ["nin", "*********89", "*********89"],
  ["vin", "1HGCM82633A004352", "1HGCM82633A004352"],
] as const)("groups the digits of a %s value: %s [DASH-09]", (searchType, searchValue, shown) => {
  expect(formatSearchValue({ searchType, searchValue })).toBe(shown);
});

test("links a minor's refund to the guardian request and an open row to the wait [T-49]", () => {
  const step = (action: string, outcome: "MINOR" | "NO_CONTACT" | null) =>
    nextStepOf({ id: "1", action, outcome, searchType: "nin" });
  const to = "/consent?request=1";
  expect(step(texts.rowRefunded, "MINOR")).toEqual({ label: texts.askThroughGuardian, to });
  expect(step(texts.awaitingConsent, null)).toEqual({ label: "View request", to });
  expect(step(texts.rowRefunded, "NO_CONTACT")).toBeUndefined();
});

test.each([
  { typed: "chin", found: true },
  { typed: "OBI candidate", found: true },
  { typed: "chinedu nin", found: true },
  { typed: "view result obi", found: true },
  { typed: "ngozi", found: false },
])("finds a label by parts of its words, with words of the row: $typed [DASH-07]", ({ typed, found }) => {
  expect(matcherFor(typed, now)({ ...row, label: "Candidate: Chinedu Obi" })).toBe(found);
});

test("finds a row by the name that its requester gave [DASH-07]", () => {
  expect(matcherFor("chin", now)({ ...row, givenName: "Chinedu Obi" })).toBe(true);
  expect(matcherFor("chin", now)(row)).toBe(false);
});

test("keeps a loaded row while it passes every filter, by the day in Lagos [DASH-05]", () => {
  const filters = { type: "NIN", status: "View Result", from: "2026-11-21", to: "2026-11-21" } as const;
  const late = { ...row, insertionDate: "2026-11-20T23:30:00Z" };
  expect(matchesFilters(late, filters)).toBe(true);
  expect(matchesFilters({ ...row, insertionDate: "2026-11-21T23:00:00Z" }, filters)).toBe(false);
  expect(matchesFilters(row, { ...filters, status: "Expired" })).toBe(false);
  expect(matchesFilters(row, { ...filters, type: "BVN" })).toBe(false);
  const byAda = { ...late, member: { userId: "5f0c1a3e-0000-4000-8000-00000000000a", name: "Ada Obi" } };
  expect(matchesFilters(byAda, { ...filters, memberId: byAda.member.userId })).toBe(true);
  expect(matchesFilters(late, { ...filters, memberId: byAda.member.userId })).toBe(false);
});

test("repeats a request in the wizard, unless its type is bought on another result", () => {
  expect(checkAgainAddress(row)).toBe(`/individual/verify?again=${row.id}`);
  expect(checkAgainAddress({ ...row, searchType: "stakeholders" })).toBeUndefined();
});

describe("canOpenRow", () => {
  const [own, theirs] = [{ member: { userId: "a", name: "Ada" } }, { member: { userId: "b", name: "Bola" } }];
  const member = (rights: readonly string[]) => ({ memberId: "a", rights });
  test.each([
    { who: "a person's own account", organisation: null, opens: [true, true] },
    { who: "a requester", organisation: member(["records:read_own", "requests:read_all"]), opens: [true, false] },
    { who: "a member with all results", organisation: member(["records:read_all"]), opens: [true, true] },
    { who: "a reader", organisation: member(["requests:read_all"]), opens: [false, false] },
  ])("lets $who open own and colleagues' results: $opens [TM-03]", ({ organisation, opens }) => {
    expect([own, theirs].map((row) => canOpenRow(organisation, row))).toEqual(opens);
  });
});
