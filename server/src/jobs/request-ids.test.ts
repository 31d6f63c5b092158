import pg from "pg";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { isUpToDate, migrate, migrationNames } from "../database/migrate.ts";
import { readSchemaFiles } from "../database/schema-files.ts";
import { openOwnerPool } from "../app/databases.ts";
import { withRequestContext } from "../kernel/request-context.ts";
import { randomIds } from "../kernel/ids.ts";
import { openAlarms, openInvariantMonitor } from "../modules/audit/index.ts";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../providers/testing/wire-server.ts";
import { createTestApp, disabledBreaker, type TestApp } from "../testing/app.ts";
import { buySearch } from "../testing/lookup-steps.ts";
import { randomNin } from "../testing/app.ts";
import { startJobs } from "./runner.ts";

let app: TestApp;
let register: WireServer;
let owner: pg.Pool;
beforeAll(async () => {
  register = await startWireServer();
  const settings = { PREMBLY_BASE_URL: register.url };
  app = await createTestApp(settings, { sources: ({ nin }) => ({ nin }), breaker: disabledBreaker });
  owner = openOwnerPool(app.url, () => {});
});
afterEach(() => app.checkInvariants());
afterAll(async () => {
  await owner.end();
  await app.close();
  await register.close();
});

type Line = { readonly job?: string; readonly call?: string; readonly msg: string };

test("logs jobs and calls the source with the request id of their payment", async () => {
  register.respondWith(respondJson(500, {}));
  const lines: Line[] = [];
  const log = pino({ level: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const user = await app.user({ NGN: 5_000_00n });
  const { sessionCode, transactionID, amount } = await buySearch(app, user, { nin: randomNin() });
  const runner = await startJobs(owner, app.product.jobs, [], log, () => false);
  expect(runner.isWorking()).toBe(true);
  const paid = await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  const call = String(paid.headers["x-request-id"]);
  expect(call).toMatch(/^[0-9a-f-]{36}$/);
  const ended = () => new Set(lines.filter((line) => line.msg === "a job ended").map(({ job }) => job));
  // the source fails, so that the refund's email and push notification are logged too
  await vi.waitFor(() => expect([...ended()]).toEqual(expect.arrayContaining(["look_up", "send_message"])), 15_000);
  await runner.stop();
  expect(runner.isWorking()).toBe(false);
  expect(register.requests.map(({ headers }) => headers["x-request-id"])).toEqual([call]);
  expect(lines.filter(({ job }) => job !== undefined).map((line) => [line.job, line.call])).toEqual(
    lines.filter(({ job }) => job !== undefined).map(({ job }) => [job, call]),
  );
});

test("gives the audit entry of a settled payment the request id of its job", async () => {
  const user = await app.user();
  const reference = await app.startPayment(user, { currency: "NGN", minor: 2_000_00n });
  app.providers.cardPayments.reportPaid(reference);
  const call = randomIds.rowId();
  await withRequestContext(call, () => app.product.jobs["settle_payment"]?.({ reference } as never));
  const noted = await app.owner.query("select action from audit_log where id = $1", [call]);
  expect(noted.rows).toEqual([{ action: "topped_up" }]);
});

test("sends the request id only to providers that use it", async () => {
  for (const [name, reported] of [
    ["mono", true],
    ["google", false],
    ["push *.example", false],
    ["ipapi", false],
  ] as const) {
    const { line, outside: httpClient } = createTestClient(name);
    register.respondWith(respondJson(200, {}));
    await withRequestContext("a-call", () => line.request({ method: "GET", url: register.url }));
    expect([name, register.requests.at(-1)?.headers["x-request-id"]]).toEqual([name, reported ? "a-call" : undefined]);
    httpClient.close();
  }
});

test("reports a broken invariant by number at the hourly check until it is fixed [R-01]", async () => {
  const registry = new Registry();
  const alarms = openAlarms({
    db: app.db,
    ids: randomIds,
    registry,
    thresholds: { reads: 1, failed_sign_ins: 1, refusals: 1 },
  });
  const received: object[] = [];
  const look = openInvariantMonitor({ db: app.db, alarms, registry })(owner, {
    error: (facts) => void received.push(facts),
  });
  const broken = async () => Number(/^idanimo_invariants_broken (.+)$/m.exec(await registry.metrics())?.[1]);
  expect(await broken()).toBeNaN(); // not checked yet
  const user = await app.user({ NGN: 1_000_00n });
  const add = (minor: number) =>
    app.owner.query(
      `set session_replication_role = replica;
       update ledger_accounts set balance_minor = balance_minor + ${minor} where owner_id = '${user.id}' and currency = 'NGN';
       set session_replication_role = origin`,
    );
  await look.run();
  expect([await broken(), received]).toEqual([0, []]);
  await add(1);
  await look.run();
  await add(-1);
  expect(await broken()).toBeGreaterThan(0);
  expect(received[0]).toMatchObject({ invariant: expect.any(String) });
  const cases = await app.owner.query("select kind from cases where kind = 'alarm_broken_invariant'");
  expect(cases.rowCount).toBe(1);
  await look.run();
  expect(await broken()).toBe(0);
  expect(look.everyMs).toBe(3_600_000);
});

test("is ready while its database accepts writes and has every migration it needs", async () => {
  await migrate(owner);
  const needed = migrationNames(await readSchemaFiles());
  expect(await isUpToDate(owner, needed)).toBe(true);
  const [name] = (await app.owner.query<{ name: string }>("select name from migrations order by name desc limit 1"))
    .rows;
  await app.owner.query("update migrations set name = 'x' || name where name = $1", [name?.name]);
  expect(await isUpToDate(owner, needed)).toBe(false); // an old backup
  await app.owner.query("update migrations set name = substr(name, 2) where name = 'x' || $1", [name?.name]);
  await app.owner.query("insert into migrations (name, checksum) values ('9999_newer.sql', '')");
  expect(await isUpToDate(owner, needed)).toBe(true); // a newer version migrated the database
  await app.owner.query("delete from migrations where name = '9999_newer.sql'");
  const standby = new pg.Pool({ connectionString: app.url, options: "-c default_transaction_read_only=on" });
  expect(await isUpToDate(standby, needed)).toBe(false);
  await standby.end();
});
