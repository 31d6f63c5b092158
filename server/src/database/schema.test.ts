import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

/** A column's type, whether it is nullable, and whether the database fills it. */
type Column = { readonly holds: string; readonly empty: boolean; readonly filled: "given" | "filled" | "computed" };

/**
 * Tables the program never names as types: the owner's, the limiter library's, and two that only functions read.
 */
const notOurs = [
  "seals_due",
  "migrations",
  "sql_functions",
  "rate_limits",
  "allowed_postings",
  "audit_heads",
  "audit_bridges",
  "month_partitions",
  "detached_months",
];

const unwrap = (type: string, name: string) => new RegExp(`^${name}<([\\s\\S]*)>$`).exec(type)?.[1];
const plainTypes = ["string", "number", "bigint", "boolean", "Date", "Buffer"];

/** What a type holds; a name that is not a plain type's is a union of strings. */
function holdsOf(type: string): string {
  if (type.startsWith("Json<")) return "json";
  if (type.endsWith("[]")) return `${holdsOf(type.slice(0, -2))}[]`;
  return plainTypes.includes(type) ? type : "string";
}

function columnIn(type: string): Column {
  const computed = unwrap(type, "GeneratedAlways");
  const defaulted = unwrap(type, "Defaulted");
  const inner = (computed ?? defaulted ?? type).trim();
  const empty = inner.endsWith(" | null");
  return {
    holds: holdsOf(inner.replace(/ \| null$/, "")),
    empty,
    filled: computed ? "computed" : defaulted ? "filled" : "given",
  };
}

/** Parses the tables of `schema.ts`, whose format is plain on purpose. */
async function written(): Promise<Map<string, Map<string, Column>>> {
  const text = await readFile(new URL("schema.ts", import.meta.url), "utf8");
  const body = text.slice(text.indexOf("export type Schema = {"));
  const tables = new Map<string, Map<string, Column>>();
  for (const [, table = "", block = ""] of body.matchAll(/^ {2}(\w+): \{([\s\S]*?)\}(?:;|,)?$/gm)) {
    const members = block
      .split(block.includes("\n") ? /;\n/ : ";")
      .map((member) => member.trim())
      .filter(Boolean);
    tables.set(
      table,
      new Map(
        members.map((member) => {
          const at = member.indexOf(":");
          return [
            member.slice(0, at),
            columnIn(
              member
                .slice(at + 1)
                .trim()
                .replace(/^\| /, ""),
            ),
          ];
        }),
      ),
    );
  }
  return tables;
}

const types: Readonly<Record<string, string>> = {
  uuid: "string",
  text: "string",
  "character varying": "string",
  smallint: "number",
  integer: "number",
  "double precision": "number",
  bigint: "bigint",
  boolean: "boolean",
  "timestamp with time zone": "Date",
  date: "Date",
  bytea: "Buffer",
  jsonb: "json",
  ARRAY: "string[]",
};

async function readColumns(): Promise<Map<string, Map<string, Column>>> {
  const { rows } = await base.owner.query<{
    t: string;
    c: string;
    type: string;
    empty: boolean;
    filled: Column["filled"];
  }>(`
    select c.table_name as t, c.column_name as c, c.data_type as type, c.is_nullable = 'YES' as empty,
      case when c.is_generated = 'ALWAYS' then 'computed' when c.column_default is not null then 'filled' else 'given' end as filled
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  const tables = new Map<string, Map<string, Column>>();
  for (const { t, c, type, empty, filled } of rows) {
    const columns = tables.get(t) ?? new Map<string, Column>();
    columns.set(c, { holds: types[type] ?? type, empty, filled });
    tables.set(t, columns);
  }
  return tables;
}

test("schema.ts has every table that the program uses, and no other", async () => {
  const [ours, theirs] = [await written(), await readColumns()];
  expect([...ours.keys()].sort((one, other) => one.localeCompare(other))).toEqual(
    [...theirs.keys()].filter((table) => !notOurs.includes(table)).sort((one, other) => one.localeCompare(other)),
  );
  expect(ours.size).toBeGreaterThan(20);
});

test("schema.ts has the type, nullability and default of every column", async () => {
  const [ours, theirs] = [await written(), await readColumns()];
  const lines = (tables: typeof ours) =>
    [...tables]
      .filter(([table]) => !notOurs.includes(table))
      .flatMap(([table, columns]) =>
        [...columns].map(
          ([name, { holds, empty, filled }]) => `${table}.${name} ${holds}${empty ? " or null" : ""}, ${filled}`,
        ),
      )
      .sort((one, other) => one.localeCompare(other));
  expect(lines(ours)).toEqual(lines(theirs));
});
