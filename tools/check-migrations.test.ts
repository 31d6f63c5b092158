import { expect, test } from "vitest";

import { checksumLine, migrationFindings } from "./check-migrations.ts";

const first = { name: "0001_accounts.sql", text: "create table users ();" };
const second = { name: "0002_ledger.sql", text: "create table ledger ();" };
const marks = [checksumLine(first), checksumLine(second)];

test("numbered, marked and unchanged migrations are fine", () => {
  expect(migrationFindings([first, second], marks, marks)).toEqual([]);
});

test.each([
  { law: "a landed migration is not edited", all: [{ ...first, text: "other" }, second], says: "was edited" },
  {
    law: "numbers have no gap",
    all: [first, { ...second, name: "0003_ledger.sql" }],
    says: "0003_ledger.sql: should be named 0002_",
  },
  { law: "a landed migration does not vanish", all: [first], says: "names no migration" },
  { law: "a new one gets its mark", all: [first, second, { name: "0003_new.sql", text: "x" }], says: "no mark yet" },
  { law: "an empty folder is not taken for a clean one", all: [], says: "there is no migration" },
])("$law", ({ all, says }) => {
  expect(migrationFindings(all, marks, marks).join("\n")).toContain(says);
});

test("an edited migration is not made good by editing its mark", () => {
  const edited = { ...first, text: "other" };
  expect(migrationFindings([edited, second], [checksumLine(edited), checksumLine(second)], marks).join()).toContain(
    "is gone",
  );
});
