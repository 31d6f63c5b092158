import { expect, test } from "vitest";

import { catalogue } from "../contract/src/catalogue.ts";
import { readTableStatements, renderRetentionPage, tableFindings, existingTables } from "./generate-retention-page.ts";
import { type TableRetention, retentionByTable } from "./shared/table-retention.ts";

const tables = existingTables(readTableStatements());

test("every table states what it contains and when its rows end [T-51]", () => {
  expect(tables.length).toBeGreaterThan(40);
  expect(tableFindings(tables, retentionByTable)).toEqual([]);
  const { results: _left, ...others } = retentionByTable;
  expect(tableFindings(tables, others)).toEqual([expect.stringMatching(/^results: what it contains/)]);
  expect(tableFindings(tables.slice(1), retentionByTable)).toEqual([expect.stringContaining("no such table")]);
});

test("does not list a table that a migration dropped", () => {
  const texts = [
    "create table one (id int);\ncreate table two (id int);",
    "drop table two;\nalter table one add x int;",
  ];
  expect(existingTables(texts)).toEqual(["one"]);
});

test("lists each retention class with its hours and search types [EXPIRY-01 EXPIRY-02 EXPIRY-03]", () => {
  const page = renderRetentionPage(retentionByTable);
  for (const line of [
    "| person | NIN,",
    "| 24 hours | 24 hours | does not apply |",
    "| 24 hours | does not apply | 48 hours |",
    "| does not apply | does not apply | 168 hours |",
    "no expiry: a public register",
  ])
    expect(page).toContain(line);
  const records = page.slice(0, page.indexOf("## Rows"));
  for (const { label } of Object.values(catalogue)) expect([label, records.includes(label)]).toEqual([label, true]);
});

test("groups the tables by the person they concern", () => {
  const one: TableRetention = { of: "a visitor", holds: "a guess", ends: "a minute" };
  expect(renderRetentionPage({ guesses: one })).toContain(
    "## Tables about a visitor\n\n| Table | Contains | Until |\n| --- | --- | --- |\n| `guesses` | a guess | a minute |",
  );
});
