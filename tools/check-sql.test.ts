import { expect, test } from "vitest";

import { findInterpolations, sqlFindings } from "./check-sql.ts";

const value = "${name}"; // built at run time, so that this file contains none

test.each([
  { line: `await pool.query(\`select from users where name = '${value}'\`)`, what: "a query whose text" },
  { line: `await pool.query<Row>(\`select from ${value}\`, [])`, what: "a query whose text" },
  { line: `const asked = { name: "a", text: \`select \${one} from users\` }`, what: "a statement's text" },
  { line: 'client.query("select from users where id = " + id)', what: "built with +" },
  { line: "sql`select ${sql.raw(name)}`", what: "sql.raw" },
  { line: "sql`select ${sql.lit(name)}`", what: "sql.lit" },
])("finds a value in the text of a statement: $line [T-64]", ({ line, what }) => {
  expect(findInterpolations(`first\n${line}\n`).join()).toContain(what);
  expect(sqlFindings("server/src/modules/wallet/store.ts", line)).toHaveLength(1);
});

test.each([
  'await pool.query("select from users where id = $1", [id])',
  "await sql`select from users where id = ${id}`.execute(tx)",
  "const words = { text: `Your code is ${code}` }",
])("accepts a statement with parameters, and other texts: %s [T-64]", (line) => {
  expect(findInterpolations(line)).toEqual([]);
});
