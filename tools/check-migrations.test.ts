import { expect, test } from "vitest";

import { checksumLine, migrationFindings } from "./check-migrations.ts";

const first = { name: "0001_accounts.sql", text: "create table users ();" };
const second = { name: "0002_ledger.sql", text: "create table ledger ();" };
const marks = [checksumLine(first), checksumLine(second)];

test("accepts numbered and unchanged migrations with checksums", () => {
  expect(migrationFindings([first, second], marks, marks)).toEqual([]);
});

test.each([
  { title: "an edited released migration", all: [{ ...first, text: "other" }, second], says: "was edited" },
  {
    title: "a gap in the numbers",
    all: [first, { ...second, name: "0003_ledger.sql" }],
    says: "0003_ledger.sql: should be named 0002_",
  },
  { title: "a deleted released migration", all: [first], says: "names no migration" },
  {
    title: "a new migration without a checksum",
    all: [first, second, { name: "0003_new.sql", text: "x" }],
    says: "no checksum yet",
  },
  { title: "an empty folder", all: [], says: "there is no migration" },
])("rejects $title", ({ all, says }) => {
  expect(migrationFindings(all, marks, marks).join("\n")).toContain(says);
});

test("rejects an edited migration with an edited checksum", () => {
  const edited = { ...first, text: "other" };
  expect(migrationFindings([edited, second], [checksumLine(edited), checksumLine(second)], marks).join()).toContain(
    "was removed",
  );
});
