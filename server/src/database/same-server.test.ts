import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { startProgram } from "../app/program.ts";
import { productionSettings } from "../testing/production-settings.ts";
import { withLogin } from "./app-login.ts";
import { installedBinaries } from "./embedded/binaries.ts";
import { createTestDatabase, startTestCluster, type TestCluster, type TestDatabase } from "./embedded/testing.ts";
import { openPool } from "./pools.ts";
import { areOnSameServer } from "./same-server.ts";

/** The PostgreSQL to run the tests on, if it is not the bundled one. */
const installed = process.env["TEST_POSTGRES_BIN"];
let other: TestCluster;
let one: TestDatabase;
let two: TestDatabase;
const pools: pg.Pool[] = [];
const pool = (url: string) => {
  const made = openPool({ url, size: 1, name: "test", onConnectionError: () => undefined });
  pools.push(made);
  return made;
};
beforeAll(async () => {
  other = await startTestCluster(installed ? installedBinaries(installed) : undefined);
  one = await createTestDatabase(inject("pgUrl"));
  two = await createTestDatabase(inject("pgUrl"));
});
afterAll(async () => {
  for (const made of pools) await made.end();
  await one.drop();
  await two.drop();
  await other.stop();
});

describe("areOnSameServer", () => {
  test("compares what servers report, not how their addresses are written", async () => {
    expect(await areOnSameServer(pool(one.url), pool(two.url))).toBe(true);
    const respelled = one.url.includes("?") ? `${two.url}&application_name=x` : `${two.url}?application_name=x`;
    expect(await areOnSameServer(pool(one.url), pool(respelled))).toBe(true);
    expect(await areOnSameServer(pool(one.url), pool(other.adminUrl))).toBe(false);
  });

  test("compares the start times if a role may not read the identifier", async () => {
    const admin = pool(other.adminUrl);
    await admin.query("create role test_plain login");
    await admin.query("create database plain");
    const url = withLogin(other.url("plain"), { name: "test_plain", password: "" });
    expect(await areOnSameServer(admin, pool(url))).toBe(true); // any role may, unless that was revoked
    await pool(other.url("plain")).query("revoke execute on function pg_control_system() from public");
    await expect(pool(url).query("select pg_control_system()")).rejects.toMatchObject({ code: "42501" });
    expect(await areOnSameServer(admin, pool(url))).toBe(true);
    expect(await areOnSameServer(pool(one.url), pool(url))).toBe(false);
  });
});

describe("production", () => {
  const closers: (() => Promise<void> | void)[] = [];
  const start = (keysUrl: string) =>
    startProgram({
      config: readConfig({ ...productionSettings, LOG_LEVEL: "silent", ROLES: "jobs" }),
      databases: Promise.resolve({
        url: one.url,
        keysUrl: Promise.resolve(keysUrl),
        findTestMode: () => Promise.reject(new Error("test mode is off")),
        dataDir: undefined,
        stop: () => Promise.resolve(),
      }),
      addCloser: (close) => void closers.push(close),
      isStopping: () => false,
    });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  test("does not start with its keys on the main server, and writes nothing [T-53]", async () => {
    await expect(start(two.url)).rejects.toThrow(/^KEYS_DATABASE_URL must be on another server than DATABASE_URL/);
    for (const url of [one.url, two.url]) {
      const { rows } = await pool(url).query("select from pg_class where relnamespace = 'public'::regnamespace");
      expect(rows).toEqual([]);
    }
  });

  test("starts with its keys on another server", async () => {
    await pool(other.adminUrl).query("create database keys");
    expect(await start(other.url("keys"))).toMatchObject({ ready: true, url: productionSettings.PUBLIC_URL });
  });
});
