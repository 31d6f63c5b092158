import { readFileSync, writeFileSync } from "node:fs";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { findAppUrl } from "../app/databases.ts";
import { startProgram } from "../app/program.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { ensureLogin, isLoginMissing, findLoginError, deriveLogin, withLogin } from "./app-login.ts";
import { installedBinaries } from "./embedded/binaries.ts";
import { startTestCluster, type TestCluster } from "./embedded/testing.ts";
import { migrate } from "./migrate.ts";
import { appRole, openPool } from "./pools.ts";

/** The PostgreSQL to run the tests on, if it is not the bundled one. */
const installed = process.env["TEST_POSTGRES_BIN"];
const onBroken = () => undefined;

describe("withLogin", () => {
  const login = { name: "a login", password: "p-_9" };
  const old = "o";
  const to = `a%20login:${login.password}`;
  test.each([
    [`postgres://owner:${old}@db:5433/x?sslmode=require`, `postgres://${to}@db:5433/x?sslmode=require`],
    ["postgresql://owner@/x?host=%2Ftmp%2Fs&port=5432", `postgresql://${to}@/x?host=%2Ftmp%2Fs&port=5432`],
    ["postgres://db/x", `postgres://${to}@db/x`],
    ["postgres:///x?user=owner&host=/tmp&password=y", `postgres://${to}@/x?host=/tmp`],
    [`postgres://o:${old}&user=b@db/x?user=owner`, `postgres://${to}@db/x`],
  ])("replaces only the login of %s", (before, after) => expect(withLogin(before, login)).toBe(after));
});

describe("a connection of the application's pool", () => {
  let base: TestDatabase;
  let client: pg.PoolClient;
  beforeAll(async () => {
    base = await createTestDatabase();
    client = await base.db.pool.connect();
  });
  afterAll(async () => {
    client.release(true);
    await base.close();
  });
  const codeOf = (statement: string) =>
    client.query(statement).then(
      () => "done",
      (error: { code?: string }) => error.code,
    );

  test("signs in as a login that is not the owner [T-43]", async () => {
    const { rows } = await client.query<{
      login: string;
      role: string;
      owner: string;
      is_super: boolean;
      may: boolean;
    }>(
      `select session_user::text as login, current_user::text as role, tableowner as owner, rolsuper as is_super,
         rolcreaterole or rolcreatedb or rolbypassrls or rolreplication or rolinherit as may
       from pg_tables, pg_roles where tablename = 'users' and rolname = session_user`,
    );
    expect(rows[0]).toMatchObject({ role: appRole, is_super: false, may: false });
    expect(rows[0]?.login).not.toBe(rows[0]?.owner);
    expect(rows[0]?.login).not.toBe(appRole);
  });

  test.each(["set role none", "reset role; set role none", "set session authorization default; set role none"])(
    "has no rights after %s [T-43]",
    async (leaving) => {
      expect(await codeOf(leaving)).toBe("done");
      for (const statement of [
        "select from users",
        "update ledger_accounts set balance_minor = 1",
        "create table x ()",
      ])
        expect([statement, await codeOf(statement)]).toEqual([statement, "42501"]);
      expect(await codeOf(`set role ${appRole}`)).toBe("done");
    },
  );

  test("can neither become the owner nor keep more than the application's rights [T-43]", async () => {
    const { rows } = await client.query<{ owner: string }>(
      "select tableowner as owner from pg_tables where tablename = 'users'",
    );
    const owner = rows[0]?.owner ?? "";
    for (const statement of [
      `set role ${owner}`,
      `set session authorization ${owner}`,
      `grant ${owner} to session_user`,
    ])
      expect([statement, await codeOf(statement)]).toEqual([statement, "42501"]);
    expect(await codeOf("reset role")).toBe("done");
    expect((await client.query<{ role: string }>("select current_user::text as role")).rows[0]?.role).toBe(appRole);
  });
});

describe("openPool with the application's role", () => {
  let base: TestDatabase;
  beforeAll(async () => void (base = await createTestDatabase()));
  afterAll(async () => {
    await base.owner.query("drop role if exists test_inherits");
    await base.close();
  });

  test("rejects the owner's login", async () => {
    expect((await findLoginError(base.url))?.message).toMatch(/^the login is the owner/);
  });

  test("rejects a login that has the application's rights without setting the role", async () => {
    await base.owner.query(`create role test_inherits login inherit in role ${appRole}`);
    const fault = await findLoginError(withLogin(base.url, { name: "test_inherits", password: "" }));
    expect(fault?.message).toMatch(/^the login is the owner .* or has the rights/);
  });
});

describe("findAppUrl on a server with passwords", () => {
  let cluster: TestCluster;
  let owner: pg.Pool;
  let ownerUrl: string;
  const config = readConfig({ MASTER_SECRET: "the newest of two secrets, with the, oldest of two secrets" });
  beforeAll(async () => {
    cluster = await startTestCluster(installed ? installedBinaries(installed) : undefined);
    const admin = openPool({ url: cluster.adminUrl, size: 1, name: "test-admin", onConnectionError: onBroken });
    const { rows } = await admin.query<{ file: string }>("select current_setting('hba_file') as file");
    const file = rows[0]?.file ?? "";
    expect(readFileSync(file, "utf8")).toContain("trust");
    writeFileSync(file, "local all postgres trust\nlocal all all scram-sha-256\n");
    await admin.query("select pg_reload_conf()");
    // as operators create it: no superuser
    await admin.query("create role idanimo login createrole password 'of-the-owner'");
    await admin.query("create database idanimo owner idanimo");
    await admin.end();
    ownerUrl = withLogin(cluster.url("idanimo"), { name: "idanimo", password: "of-the-owner" });
    owner = openPool({ url: ownerUrl, size: 4, name: "test-owner", onConnectionError: onBroken });
    await migrate(owner);
  });
  afterAll(async () => {
    await owner.end();
    await cluster.stop();
  });

  test("creates a login once, and every process derives the same one", async () => {
    const login = deriveLogin("idanimo", "oldest of two secrets");
    const before = await findLoginError(withLogin(ownerUrl, login));
    expect(before && isLoginMissing(before)).toBe(true);
    const urls = await Promise.all([1, 2, 3].map(() => findAppUrl(config, owner, ownerUrl)));
    expect(new Set(urls)).toEqual(new Set([withLogin(ownerUrl, login)]));
    expect(await findLoginError(urls[0] ?? "")).toBeUndefined();
    // a newer secret in front of them changes nothing
    const later = readConfig({ MASTER_SECRET: "a third, the newest of two secrets, with the, oldest of two secrets" });
    expect(await findAppUrl(later, owner, ownerUrl)).toBe(urls[0]);
  });

  test("sets the password again if the secret differs; the server stores only a verifier", async () => {
    const other = readConfig({ MASTER_SECRET: "a restored database's secret" });
    expect(await findLoginError(await findAppUrl(other, owner, ownerUrl))).toBeUndefined();
    const admin = openPool({ url: cluster.adminUrl, size: 1, name: "test-admin", onConnectionError: onBroken });
    const { rows } = await admin.query("select rolpassword from pg_authid where rolname = 'idanimo_login'");
    await admin.end();
    expect(rows).toEqual([{ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) }]);
  });

  test("restores the login's membership if it was revoked", async () => {
    const url = await findAppUrl(config, owner, ownerUrl);
    await owner.query(`revoke ${appRole} from idanimo_login`);
    expect(await findLoginError(url)).toMatchObject({ code: "42501" });
    expect(await findLoginError(await findAppUrl(config, owner, ownerUrl))).toBeUndefined();
  });

  test("names APP_DATABASE_URL if the owner may not create roles", async () => {
    const admin = openPool({ url: cluster.adminUrl, size: 1, name: "test-admin", onConnectionError: onBroken });
    await admin.query("alter role idanimo nocreaterole");
    const stranger = readConfig({ MASTER_SECRET: "a secret that no login was made with" });
    await expect(findAppUrl(stranger, owner, ownerUrl)).rejects.toThrow(
      /idanimo_login cannot be made.*set APP_DATABASE_URL/,
    );
    await admin.query("alter role idanimo createrole");
    await admin.end();
  });

  test("accepts the operator's own login, for this database only", async () => {
    const login = { name: "of_the_operator", password: "chosen" };
    await ensureLogin(owner, login);
    const url = withLogin(ownerUrl, login);
    expect(await findAppUrl({ ...config, APP_DATABASE_URL: url }, owner, ownerUrl)).toBe(url);
    for (const [wrong, why] of [
      [withLogin(cluster.url("postgres"), login), /leads to another database than DATABASE_URL/],
      [ownerUrl, /the login is the owner/],
      [withLogin(ownerUrl, { ...login, password: "wrong" }), /password authentication failed/],
    ] as const)
      await expect(findAppUrl({ ...config, APP_DATABASE_URL: wrong }, owner, ownerUrl)).rejects.toThrow(why);
  });

  test("uses the owner's login only for migrations and the queue in a running program [T-43]", async () => {
    const opened: (() => Promise<void> | void)[] = [];
    await startProgram({
      config: readConfig({ LOG_LEVEL: "silent", PORT: "0", MASTER_SECRET: "a secret of a running program" }),
      databases: Promise.resolve({
        url: ownerUrl,
        keysUrl: Promise.resolve(cluster.url("postgres")),
        findTestMode: () => Promise.reject(new Error("test mode is off")),
        dataDir: undefined,
        stop: () => Promise.resolve(),
      }),
      addCloser: (close) => void opened.push(close),
      isStopping: () => false,
    });
    const { rows } = await owner.query<{ name: string; login: string }>(
      `select distinct application_name as name, usename as login from pg_stat_activity
       where datname = current_database() and application_name like 'idanimo%' order by 1`,
    );
    const loginsOf = (of: string) => rows.filter(({ name }) => name === of).map(({ login }) => login);
    expect(rows.filter(({ login }) => login === "idanimo").map(({ name }) => name)).toEqual(["idanimo-owner"]);
    for (const name of ["idanimo", "idanimo-live"]) expect([name, loginsOf(name)]).toEqual([name, ["idanimo_login"]]);
    for (const close of opened.toReversed()) await close();
  });
});
