import { expect, test } from "vitest";

import { findInterpolations, sqlFindings } from "./check-sql.ts";

const value = "${name}"; // put together here, so that this file itself holds none

test.each([
  { line: `await pool.query(\`select from users where name = '${value}'\`)`, what: "a query whose text" },
  { line: `await pool.query<Row>(\`select from ${value}\`, [])`, what: "a query whose text" },
  { line: `const asked = { name: "a", text: \`select \${one} from users\` }`, what: "a statement's text" },
  { line: 'client.query("select from users where id = " + id)', what: "put together with +" },
  { line: "sql`select ${sql.raw(name)}`", what: "sql.raw" },
  { line: "sql`select ${sql.lit(name)}`", what: "sql.lit" },
])("T-64 a planted statement with a value in its text is found: $line", ({ line, what }) => {
  expect(findInterpolations(`first\n${line}\n`).join()).toContain(what);
  expect(sqlFindings("server/src/modules/wallet/store.ts", line)).toHaveLength(1);
});

test.each([
  'await pool.query("select from users where id = $1", [id])',
  "await sql`select from users where id = ${id}`.execute(tx)",
  "const words = { text: `Your code is ${code}` }",
])("T-64 a statement with parameters, and a text that is none, pass: %s", (line) => {
  expect(findInterpolations(line)).toEqual([]);
});
