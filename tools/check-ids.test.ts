import { describe, expect, test } from "vitest";

import {
  coveredIds,
  findMissingDocuments,
  isCheckedForDocuments,
  parseDefinedIds,
  parseDueIds,
  unknownIds,
  repeatedDecisionNumbers,
} from "./check-ids.ts";

const requirements = "| ID | What |\n|---|---|\n| ZZ-01 | pays |\n| ZZ-YY-02 | shows |\n| Z-Q1 | fast |\ntext ZZ-77\n";
const defined = parseDefinedIds(requirements);

test("parseDefinedIds reads ids from table rows only", () => {
  expect([...defined]).toEqual(["ZZ-01", "ZZ-YY-02", "Z-Q1"]);
});

test("unknownIds finds undefined ids of known families and ignores other words", () => {
  const text = 'test("ZZ-01 ZZ-02 ZZ-YY-2 Z-Q9: UTF-8, SHA-256, ISO-8601 and ZZ-1")';
  expect(unknownIds(text, defined)).toEqual(["ZZ-02", "ZZ-YY-2", "Z-Q9", "ZZ-1"]);
});

describe("coveredIds", () => {
  test("reads ids from strings and not from comments", () => {
    const file =
      '// ZZ-01 "not here"\ntest("pays [ZZ-02]", () => {});\n  /** `ZZ-03` */\n  { title: "again [ZZ-04]" },\n';
    expect(coveredIds(file)).toEqual(["ZZ-02", "ZZ-04"]);
  });

  test("reads ids from comments that list covered ids", () => {
    const file = '  // Covers: ZZ-05 ZZ-YY-06\n  test("pays [ZZ-02]", () => {});\n// It covers ZZ-07.\n';
    expect(coveredIds(file)).toEqual(["ZZ-05", "ZZ-YY-06", "ZZ-02"]);
  });
});

test("parseDueIds ignores comments and empty lines", () => {
  expect(parseDueIds("# why\nZZ-01\n\nZZ-02\n")).toEqual(["ZZ-01", "ZZ-02"]);
});

describe("findMissingDocuments", () => {
  // built at run time, so that this file itself contains none
  test.each([
    ["B§", "7"].join(""),
    ["design", "3"].join(" "),
    ["providers", "2.1"].join(" "),
    ["performance.md", "limit"].join(", "),
  ])("finds a reference to a document outside the repository: %s", (reference) => {
    expect(findMissingDocuments(`first\n// Source: ${reference}, then more\n`)).toEqual([`line 2: ${reference}`]);
  });

  test.each(["// See docs/sandbox.md.", "// designed for 3 providers", "// [ZZ-17]"])("accepts %s", (line) => {
    expect(findMissingDocuments(line)).toEqual([]);
  });
});

test.each([
  ["server/src/main.ts", true],
  ["web/src/ui/DateText.tsx", true],
  ["scripts/prepare.mjs", true],
  ["ops/failover/patroni.yml", true],
  [".env.example", true],
  ["server/src/database/schema/01_base.sql", true],
  ["docs/requirements.md", false],
])("isCheckedForDocuments of %s is %s", (path, isChecked) => {
  expect(isCheckedForDocuments(path)).toBe(isChecked);
});

test("repeatedDecisionNumbers finds a number that two records have", () => {
  const paths = ["docs/decisions/0001-a.md", "docs/decisions/0002-b.md", "docs/decisions/0002-c.md", "docs/0001-d.md"];
  expect(repeatedDecisionNumbers(paths)).toEqual(["0002"]);
});
