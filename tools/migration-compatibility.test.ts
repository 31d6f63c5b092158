import { expect, test } from "vitest";

import { compatibilityFindings, parseStatements } from "./shared/migration-compatibility.ts";

const found = (text: string, name = "0031_some.sql") => compatibilityFindings([{ name, text }]);

test.each([
  ["a dropped column", "alter table users drop column phone;", "drops a column"],
  ["a dropped table", "create table other ();\ndrop table users;", "drops what"],
  ["a dropped function", "drop function pay_from_wallet(uuid);", "drops what"],
  ["a new name", "alter table users rename column phone to number;", "renames"],
  ["another type", "alter table users alter column phone type bigint;", "type"],
  ["a duty for old rows", "alter table users alter column phone set not null;", "asks for"],
  ["a column that must be written", "alter table users add column town text not null;", "asks for"],
  ["a law over old rows", "alter table users add constraint short check (length(name) < 9);", "not valid"],
  ["an index on a table in use", "create index users_town on users (town);", "hold"],
  ["every row in one go", "update users set town = 'Lagos';", "small steps"],
  ["a right that goes", "revoke insert on users from idanimo_app;", "right"],
  ["the same inside a block", "do $$ begin drop table users; end $$;", "drops what"],
])("R-32 %s is refused: programs of the version before go on", (_what, text, says) => {
  expect(found(text).join()).toContain(says);
});

test.each([
  ["a new table with its index", "create table towns (name text);\ncreate index towns_name on towns (name);"],
  ["a column that may be empty", "alter table users add column town text;"],
  ["a column with a default", "alter table users add column town text not null default 'Lagos';"],
  ["a law for new rows", "alter table users add constraint short check (length(name) < 9) not valid;"],
  [
    "a better function of the same form",
    "create or replace function f() returns int language sql as $$ select 1; drop table x $$;",
  ],
  ["a helper of its own", "create function f() returns int language sql as $$ select 1 $$;\ndrop function f();"],
  ["what a comment or a text says", "-- drop table users;\ncomment on table users is 'drop table users; ';"],
  [
    "what somebody has thought about",
    "-- beside the version before: no release has read it since 0029\nalter table users drop column phone;",
  ],
])("R-32 %s is fine", (_what, text) => {
  expect(found(text)).toEqual([]);
});

test("what landed before anything served is left alone", () => {
  expect(found("drop table users;", "0025_old.sql")).toEqual([]);
});

test("a mark speaks for one statement and not for the next", () => {
  expect(found("-- beside the version before: unused\ndrop table a;\ndrop table b;")).toHaveLength(1);
});

test("texts and bodies do not end a statement", () => {
  expect(parseStatements("select ';--'; create function f() as $x$ a; b; $x$; -- end")).toHaveLength(2);
});
