import { expect, test } from "vitest";
import { refundReason } from "../../lib/refund-reason.ts";
import { actionOf, fits, type HistoryRow, isListed, resultAddress, shownValue, signedAmount } from "./rules.ts";

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
  { action: "Expired", outcome: "MINOR", leads: "refunded" },
  { action: "Verification in progress", outcome: null, leads: "running" },
] as const)("DASH-14, DASH-15: $action with $outcome leads to $leads", ({ action, outcome, leads }) => {
  expect(actionOf({ action, outcome })).toBe(leads);
});

test("C-18: a NIN result opens at its own page, with the request in the address and nothing personal", () => {
  expect(resultAddress(row)).toBe(`/premblyNinResult/${row.id}`);
});

test("DASH-13: what has not begun is not listed, what has ended is", () => {
  expect(isListed({ consent: "initiate", status: "initiate", outcome: null })).toBe(false);
  expect(isListed({ consent: "initiate", status: "terminated", outcome: "PROVIDER_FAILED" })).toBe(true);
  expect(isListed(row)).toBe(true);
});

test.each([
  { typed: "", fit: true },
  { typed: "basic", fit: true },
  { typed: "701 2345", fit: true },
  { typed: "November 21", fit: true },
  { typed: "denied", fit: false },
])("DASH-04: searching '$typed' looks at what is shown", ({ typed, fit }) => {
  expect(fits(row, "November 21, 2026", typed)).toBe(fit);
});

test("money that left has a minus, money that came a plus, money that never moved no sign", () => {
  const base = { amount: 588_00n, currency: "NGN", successful: true } as const;
  expect(signedAmount({ ...base, transactionType: "VERIFICATION" })).toBe("−₦588");
  expect(signedAmount({ ...base, transactionType: "REFUND" })).toBe("+₦588");
  expect(signedAmount({ ...base, transactionType: "TOPUP", successful: false })).toBe("₦588");
});

test("each refund says its own reason", () => {
  const words = (["PROVIDER_FAILED", "NO_CONTACT", "MINOR", "BLOCKED"] as const).map(refundReason);
  expect(new Set(words).size).toBe(4);
});

test("an identity number is read in groups, anything else as it is", () => {
  expect(["70123456789", "*********89", "1HGCM82633A004352"].map((searchValue) => shownValue({ searchValue }))).toEqual(
    ["701 2345 6789", "*********89", "1HGCM82633A004352"],
  );
});
