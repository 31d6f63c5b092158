import { outcomes } from "@idanimo/contract/verification-states";
import { expect, test } from "vitest";
import * as texts from "@idanimo/contract/texts";
import {
  completedTitle,
  countLinesByOutcome,
  formatLineCount,
  formatPeople,
  isTextFile,
  lineAddress,
  lineTone,
  progressKeyOf,
  refetchIntervalMs,
} from "./rules.ts";

test.each([
  { name: "nins.csv", type: "", csv: true },
  { name: "NINS.CSV", type: "application/vnd.ms-excel", csv: true },
  { name: "nins", type: "text/csv", csv: true },
  { name: "Unicode text.TXT", type: "text/plain", csv: true },
  { name: "nins.tsv", type: "text/tab-separated-values", csv: true },
  { name: "nins.xlsx", type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", csv: false },
  { name: "csv.pdf", type: "application/pdf", csv: false },
  { name: "csv", type: "", csv: false },
])("isTextFile returns $csv for $name with type '$type' [BULK-01]", ({ name, type, csv }) => {
  expect(isTextFile({ name, type })).toBe(csv);
});

test("counts of a running file add up to the started lines, whatever their outcomes", () => {
  const ended = Object.fromEntries([...outcomes, "LATER_KIND"].map((outcome, at) => [outcome, at + 1]));
  const sum = Object.values(ended).reduce((total, count) => total + count, 0);
  const counts = countLinesByOutcome({ begun: sum + 30, waiting: 20, outcomes: ended });
  expect(counts.reduce((total, { count }) => total + count, 0)).toBe(sum + 30);
  expect(counts).toContainEqual({ label: "In progress", tone: "waiting", count: 10 });
  expect(counts).toContainEqual({ label: "Waiting for the person", tone: "waiting", count: 20 });
  expect(new Set(counts.map(({ label }) => label)).size).toBe(counts.length);
});

test("omits outcomes without lines", () => {
  expect(countLinesByOutcome({ begun: 0, waiting: 0, outcomes: {} })).toEqual([]);
  expect(countLinesByOutcome({ begun: 2, waiting: 0, outcomes: { DELIVERED: 2 } }).map(({ label }) => label)).toEqual([
    "Agreed: result open",
  ]);
});

test("refetches only while something can change", () => {
  expect(refetchIntervalMs(undefined)).toBe(3_000);
  expect(refetchIntervalMs({ state: "running", waiting: 0 })).toBe(3_000);
  expect(refetchIntervalMs({ state: "stopped", waiting: 0 })).toBe(15_000);
  expect(refetchIntervalMs({ state: "completed", waiting: 1 })).toBe(15_000);
  expect(refetchIntervalMs({ state: "completed", waiting: 0 })).toBe(false);
  expect([1, 1000].map(formatLineCount)).toEqual(["1 line", "1,000 lines"]);
});

test.each([
  [{ records: 5, outcomes: { DELIVERED: 3, NO_CONTACT: 1, PROVIDER_FAILED: 1 } }, "2 of 5 could not be asked"],
  [{ records: 1_000, outcomes: { DENIED: 3 } }, "All 1,000 people were asked"],
  [{ records: 1, outcomes: {} }, "The person was asked"],
])("says how many people could not be asked: %j", (progress, title) => {
  expect(completedTitle(progress)).toBe(title);
});

test.each([
  [texts.rowViewResult, "/premblyNinResult/a"],
  [texts.awaitingConsent, "/consent?request=a"],
  [texts.rowRefunded, "/consent?request=a"],
  [texts.rowNotStarted, undefined],
])("a line with the status %s opens %s", (status, address) => {
  expect(lineAddress({ id: "a", status })).toBe(address);
});

test("the key of a file's progress changes with its counts, not with their order", () => {
  const key = progressKeyOf({ begun: 3, waiting: 1, outcomes: { DENIED: 1, DELIVERED: 1 } });
  expect(progressKeyOf({ begun: 3, waiting: 1, outcomes: { DELIVERED: 1, DENIED: 1 } })).toBe(key);
  expect(progressKeyOf({ begun: 3, waiting: 0, outcomes: { DELIVERED: 2, DENIED: 1 } })).not.toBe(key);
});

test("a status of a newer server has a neutral tone", () => {
  expect([lineTone(texts.consentDenied), lineTone("Later")]).toEqual(["problem", "info"]);
  expect([formatPeople(1), formatPeople(2_000)]).toEqual(["1 person", "2,000 people"]);
});
