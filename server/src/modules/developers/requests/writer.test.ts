import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { randomIds } from "../../../kernel/ids.ts";
import { Vault } from "../../../kernel/vault.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createKey, type TestKey } from "../../../testing/developer-steps.ts";
import { createOrganisation } from "../../../testing/organisation-steps.ts";
import { openRequestLog, type RequestLog } from "./writer.ts";

/** The writer with a database that is away for a while. */

let app: TestApp;
let key: TestKey;
let log: RequestLog;
let isAway = false;
let failures = 0;
let lost = 0;
const warnings: string[] = [];
const open = () =>
  openRequestLog({
    db: {
      transaction: (scope, work) => {
        if (!isAway) return app.db.transaction(scope, work);
        failures += 1;
        return Promise.reject(new Error("connect ECONNREFUSED"));
      },
    },
    keysDb: app.db,
    vault: new Vault(["a secret that only tests know, 32+"]),
    countLost: (calls) => (lost += calls),
    warn: (message) => void warnings.push(message),
  });
beforeAll(async () => {
  app = await createTestApp();
  key = await createKey(await createOrganisation(app), ["quotes"]);
});
afterEach(async () => {
  isAway = false;
  await log.close();
  [lost, warnings.length] = [0, 0];
  await app.owner.query("delete from api_requests");
});
afterAll(() => app.close());

const record = (id = randomIds.rowId()) =>
  log.record({
    id,
    secret: key.secret,
    startedAtMs: performance.now(),
    method: "GET",
    route: "/verification/quote",
    status: 200,
    code: null,
    ms: 1,
    version: null,
    idempotencyKey: undefined,
    address: "203.0.113.7",
  });
const stored = async () =>
  (await app.owner.query<{ id: string }>("select id from api_requests order by id")).rows.map(({ id }) => id);

test("stores calls once the database is back, each once [DP-13]", async () => {
  log = open();
  isAway = true;
  const ids = [randomIds.rowId(), randomIds.rowId()];
  for (const id of ids) record(id);
  await vi.waitFor(() => expect(failures).toBeGreaterThan(0), { timeout: 3_000 });
  isAway = false;
  await vi.waitFor(async () => expect(await stored()).toEqual(ids), { timeout: 3_000 });
  expect([lost, warnings]).toEqual([0, []]);
});

test("drops the oldest calls above its limit, counts them and warns once [DP-13]", async () => {
  log = open();
  isAway = true;
  const ids = Array.from({ length: 20_100 }, () => randomIds.rowId());
  for (const id of ids) record(id);
  expect([lost, warnings.length]).toEqual([100, 1]);
  isAway = false;
  await log.close();
  expect(await stored()).toEqual(ids.slice(100));
  expect([lost, warnings.length]).toEqual([100, 1]);
}, 20_000);

test("stores what is waiting when it closes [DP-13]", async () => {
  log = open();
  const id = randomIds.rowId();
  record(id);
  await log.close();
  expect(await stored()).toEqual([id]);
});
