import { expect, test } from "vitest";

import { parseDefinedIds, parseDueIds, idsInTitles, unknownIds } from "./check-ids.ts";

const requirements = "| ID | What |\n|---|---|\n| ZZ-01 | pays |\n| ZZ-YY-02 | shows |\n| Z-Q1 | fast |\ntext ZZ-77\n";
const defined = parseDefinedIds(requirements);

test("an id is defined by its row and nowhere else", () => {
  expect([...defined]).toEqual(["ZZ-01", "ZZ-YY-02", "Z-Q1"]);
});

test("an id of a known family without a row is found; other words with numbers pass", () => {
  const text = 'test("ZZ-01 ZZ-02 ZZ-YY-2 Z-Q9: UTF-8, SHA-256, ISO-8601 and ZZ-1")';
  expect(unknownIds(text, defined)).toEqual(["ZZ-02", "ZZ-YY-2", "Z-Q9", "ZZ-1"]);
});

test("a citation counts in a title, not in a comment", () => {
  const file = '// ZZ-01 "not here"\ntest("ZZ-02 pays", () => {});\n  /** `ZZ-03` */\n  { law: "ZZ-04 again" },\n';
  expect(idsInTitles(file)).toEqual(["ZZ-02", "ZZ-04"]);
});

test("the list of due ids may explain itself", () => {
  expect(parseDueIds("# why\nZZ-01\n\nZZ-02\n")).toEqual(["ZZ-01", "ZZ-02"]);
});
