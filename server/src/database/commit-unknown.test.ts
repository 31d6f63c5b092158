import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { isCommitUnknown, CommitUnknownError } from "./commit-unknown.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // its commit takes a second, so that the connection can break during it
  await app.owner.query(`
    create table slow_ends (id int);
    grant insert, select on slow_ends to idanimo_app;
    create function wait_a_little() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return null; end $$;
    create constraint trigger slow_end after insert on slow_ends deferrable initially deferred
      for each row execute function wait_a_little()`);
});
afterAll(() => app.close());

/** Breaks the connection that runs a statement. */
async function breakWhen(statement: string): Promise<void> {
  for (;;) {
    const broken = await app.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'active' and query = $1",
      [statement],
    );
    if (broken.rowCount) return;
    await sleep(10);
  }
}

test("reports an unknown commit if the connection breaks during commit [R-23]", async () => {
  const ended = app.db.transaction("system", (tx) => sql`insert into slow_ends values (1)`.execute(tx));
  const [problem] = await Promise.all([ended.catch((error: unknown) => error), breakWhen("commit")]);
  expect(problem).toBeInstanceOf(CommitUnknownError);
});

test("reports a plain error if the connection breaks before commit [R-23]", async () => {
  const ended = app.db.transaction("system", async (tx) => {
    await sql`insert into slow_ends values (2)`.execute(tx);
    await sql`select pg_sleep(60)`.execute(tx);
  });
  const [problem] = await Promise.all([ended.catch((error: unknown) => error), breakWhen("select pg_sleep(60)")]);
  expect(problem).not.toBeInstanceOf(CommitUnknownError);
  const left = await app.owner.query("select id from slow_ends where id = 2");
  expect(left.rowCount).toBe(0);
});

test.each([
  { error: Object.assign(new Error("gone"), { code: "57P01" }), isOpen: true },
  { error: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }), isOpen: true },
  { error: new Error("Connection terminated unexpectedly"), isOpen: true },
  { error: Object.assign(new Error("read ETIMEDOUT"), { code: "ETIMEDOUT", syscall: "read" }), isOpen: true },
  { error: Object.assign(new Error("read EHOSTUNREACH"), { code: "EHOSTUNREACH", syscall: "read" }), isOpen: true },
  { error: Object.assign(new Error("write ENETDOWN"), { code: "ENETDOWN", syscall: "write" }), isOpen: true },
  { error: new Error("Query read timeout"), isOpen: true },
  { error: Object.assign(new Error("connect ETIMEDOUT"), { code: "ETIMEDOUT", syscall: "connect" }), isOpen: false },
  { error: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }), isOpen: false },
  { error: new Error("Connection terminated due to connection timeout"), isOpen: false },
  { error: Object.assign(new Error("starting up"), { code: "57P03" }), isOpen: false },
  { error: Object.assign(new Error("duplicate key"), { code: "23505" }), isOpen: false },
  { error: "a text", isOpen: false },
])("classifies $error as an unknown commit: $isOpen [R-23]", ({ error, isOpen }) => {
  expect(isCommitUnknown(error)).toBe(isOpen);
});
