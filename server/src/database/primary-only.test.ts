import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { walletPayment } from "@idanimo/contract/wallet";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { readConfig } from "../config/config.ts";
import { routePath } from "../http/mount.ts";
import { startProgram } from "../app/program.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { createTestDatabase } from "./embedded/testing.ts";
import { isUpToDate, migrationNames } from "./migrate.ts";
import { isWritable, openPool } from "./pools.ts";
import { readSchemaFiles } from "./schema-files.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const onBroken = () => undefined;
/** Sets what a standby, or a primary in read-only mode, reports. */
const readOnly = (on: boolean) =>
  `do $$ begin execute format('alter database %I set default_transaction_read_only = ${
    on ? "on" : "off"
  }', current_database()); end $$`;

describe("a read-only server [R-25]", () => {
  test("is rejected before the first query of a connection", async () => {
    const database = await createTestDatabase(inject("pgUrl"));
    const open = () => openPool({ url: database.url, size: 1, name: "test", onConnectionError: onBroken });
    const before = open();
    expect(await isWritable(before)).toBe(true);
    await before.query(readOnly(true));
    const during = open();
    await expect(during.query("select 1")).rejects.toMatchObject({ code: "25006" });
    expect(during.totalCount).toBe(0); // it was closed
    await before.query(`begin read write; ${readOnly(false)}; commit`);
    expect((await during.query("select 1")).rowCount).toBe(1); // and the same pool works again
    await Promise.all([before.end(), during.end()]);
    await database.drop();
  });

  test("ends a program at its start, with a message that names the setting", async () => {
    const database = await createTestDatabase(inject("pgUrl"));
    const pool = openPool({ url: database.url, size: 1, name: "test", onConnectionError: onBroken });
    await pool.query(readOnly(true));
    const opened: (() => Promise<void> | void)[] = [];
    const start = startProgram({
      config: readConfig({ LOG_LEVEL: "silent" }),
      databases: Promise.resolve({
        url: database.url,
        keysUrl: Promise.resolve(database.url),
        findTestMode: () => Promise.reject(new Error("test mode is off")),
        dataDir: undefined,
        stop: () => Promise.resolve(),
      }),
      addCloser: (close) => void opened.push(close),
      isStopping: () => false,
    });
    await expect(start).rejects.toThrow(/^DATABASE_URL .*read-only/);
    for (const close of opened) await close();
    await pool.end();
    await database.drop();
  });

  test("makes the program report that it is not ready", async () => {
    const pool = openPool({ url: app.url, size: 1, name: "test", onConnectionError: onBroken });
    const needed = migrationNames(await readSchemaFiles());
    expect(await isUpToDate(pool, needed)).toBe(true);
    await pool.query("set default_transaction_read_only = on"); // on its only connection
    expect(await isUpToDate(pool, needed)).toBe(false);
    await pool.end();
  });

  test("rejects a payment with a retry, charges nothing, and the same key works later [R-24]", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const { sessionCode, transactionID, amount, total } = await app.purchase(user);
    const pay = () =>
      app.app.inject({
        method: "POST",
        url: routePath(walletPayment),
        headers: { authorization: `Bearer ${user.token}`, "idempotency-key": "one-key" },
        payload: { sessionCode, transactionID, amount },
      });
    const before = await app.wallets(user);
    const connection = await app.owner.connect(); // connected already, to reset it later
    await connection.query(readOnly(true));
    await connection.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await vi.waitFor(() => expect(app.product.db.pool.totalCount).toBe(0), 10_000); // so that it does not meet a broken connection
    const rejected = await pay();
    await connection.query(readOnly(false));
    connection.release();
    expect(rejected.json()).toMatchObject({ status: 503, code: "unavailable" });
    expect(rejected.headers["retry-after"]).toBe("2");
    expect(await app.wallets(user)).toEqual(before);
    expect((await pay()).statusCode).toBe(200);
    expect((await pay()).statusCode).toBe(200); // once more with its key: the same response, charged once
    expect((await app.wallets(user)).NGN).toBe(before.NGN - total.minor);
  });

  test("only one place opens pools, one listens, and no setting names a server for reads", () => {
    const source = join(import.meta.dirname, "..");
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && !/\.test\.ts$|(^|\/)testing(\/|\.ts$)/.test(name),
    );
    const text = (name: string) => readFileSync(join(source, name), "utf8");
    // the pools, the listener for events (which a standby rejects), and the creation of a demonstration's databases
    expect(files.filter((name) => /new pg\.(Pool|Client)\b/.test(text(name))).toSorted()).toEqual([
      "database/embedded/index.ts",
      "database/pools.ts",
      "http/live-hub.ts",
    ]);
    const named = [...text("config/config.ts").matchAll(/^ {2}(\w*(?:DATABASE|POSTGRES|REPLICA|STANDBY)\w*):/gm)].map(
      ([, name]) => name,
    );
    // one database with three logins, and the keys
    expect(named).toEqual([
      "DATABASE_URL",
      "APP_DATABASE_URL",
      "OPERATOR_DATABASE_URL",
      "KEYS_DATABASE_URL",
      "TEST_MODE_DATABASE_URL",
    ]);
  });
});
