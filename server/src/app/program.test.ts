import pg from "pg";
import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { startProgram } from "./program.ts";
import { createTestDatabase } from "../testing/database.ts";

test("a process with jobs only does not listen for live events", async () => {
  const base = await createTestDatabase();
  const { url } = base;
  const opened: (() => Promise<void> | void)[] = [];
  await startProgram({
    config: readConfig({ LOG_LEVEL: "silent", ROLES: "jobs", METRICS_PORT: "0" }),
    databases: Promise.resolve({
      url,
      keysUrl: Promise.resolve(url),
      findTestMode: () => Promise.reject(new Error("test mode is off")),
      dataDir: undefined,
      stop: () => Promise.resolve(),
    }),
    addCloser: (close) => void opened.push(close),
    isStopping: () => false,
  });
  const owner = new pg.Client(url);
  await owner.connect();
  const { rows } = await owner.query<{ of: string }>(
    "select distinct application_name as of from pg_stat_activity where datname = current_database() and application_name like 'idanimo%'",
  );
  expect(rows.map(({ of }) => of)).toContain("idanimo-owner"); // it is running
  expect(rows.map(({ of }) => of)).not.toContain("idanimo-live");
  await owner.end();
  for (const close of opened.toReversed()) await close();
  await base.close();
});

test("an inaccessible key database stops the start before the main one is written to", async () => {
  const base = await createTestDatabase();
  const empty = new pg.Client(base.url);
  await empty.connect();
  await empty.query("drop schema public cascade; drop schema graphile_worker cascade; create schema public");
  const opened: (() => Promise<void> | void)[] = [];
  const rejected = Promise.reject(new Error("permission denied to create database"));
  rejected.catch(() => undefined);
  const start = startProgram({
    config: readConfig({ LOG_LEVEL: "silent", ROLES: "jobs", METRICS_PORT: "0" }),
    databases: Promise.resolve({
      url: base.url,
      keysUrl: rejected,
      findTestMode: () => Promise.reject(new Error("test mode is off")),
      dataDir: undefined,
      stop: () => Promise.resolve(),
    }),
    addCloser: (close) => void opened.push(close),
    isStopping: () => false,
  });
  await expect(start).rejects.toThrow("permission denied to create database");
  const { rows } = await empty.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
  expect(rows).toEqual([]);
  await empty.end();
  for (const close of opened.toReversed()) await close();
  await base.close();
});
