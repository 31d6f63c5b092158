import { expect, test } from "vitest";

import { compatibilityFindings, parseStatements } from "./shared/migration-compatibility.ts";

const found = (text: string, name = "0031_some.sql") => compatibilityFindings([{ name, text }]);

test.each([
  ["a dropped column", "alter table users drop column phone;", "drops a column"],
  ["a dropped table", "create table other ();\ndrop table users;", "drops an object"],
  ["a dropped function", "drop function pay_from_wallet(uuid);", "drops an object"],
  ["a renamed column", "alter table users rename column phone to number;", "renames"],
  ["a changed type", "alter table users alter column phone type bigint;", "type"],
  ["a not-null constraint on old rows", "alter table users alter column phone set not null;", "requires"],
  ["a new required column", "alter table users add column town text not null;", "requires"],
  ["a check over old rows", "alter table users add constraint short check (length(name) < 9);", "not valid"],
  ["an index on a table in use", "create index users_town on users (town);", "blocks writers"],
  ["an update of every row", "update users set town = 'Lagos';", "small steps"],
  ["a revoked privilege", "revoke insert on users from idanimo_app;", "privilege"],
  ["the same inside a block", "do $$ begin drop table users; end $$;", "drops an object"],
])("rejects %s, which breaks the previous version [R-32]", (_what, text, says) => {
  expect(found(text).join()).toContain(says);
});

test.each([
  ["a new table with its index", "create table towns (name text);\ncreate index towns_name on towns (name);"],
  ["a nullable column", "alter table users add column town text;"],
  ["a column with a default", "alter table users add column town text not null default 'Lagos';"],
  ["a check for new rows", "alter table users add constraint short check (length(name) < 9) not valid;"],
  [
    "a replaced function of the same signature",
    "create or replace function f() returns int language sql as $$ select 1; drop table x $$;",
  ],
  [
    "a helper that it creates and drops",
    "create function f() returns int language sql as $$ select 1 $$;\ndrop function f();",
  ],
  ["SQL inside a comment or a text", "-- drop table users;\ncomment on table users is 'drop table users; ';"],
  [
    "a statement with the exemption marker",
    "-- beside the version before: no release has read it since 0029\nalter table users drop column phone;",
  ],
])("accepts %s [R-32]", (_what, text) => {
  expect(found(text)).toEqual([]);
});

test("applies an exemption to one statement and not to the next", () => {
  expect(found("-- beside the version before: unused\ndrop table a;\ndrop table b;")).toHaveLength(1);
});

test("does not end a statement inside a text or a body", () => {
  expect(parseStatements("select ';--'; create function f() as $x$ a; b; $x$; -- end")).toHaveLength(2);
});
