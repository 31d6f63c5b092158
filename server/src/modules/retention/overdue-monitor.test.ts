import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { vehicleFields } from "@idanimo/contract/checks/vin/view";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultAlarmThresholds } from "../../kernel/alarm-thresholds.ts";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { makeJobsDue } from "../../testing/queue.ts";
import { createCanarySources, canary, fieldNamesOf, plantCanaries } from "../../testing/canary-sources.ts";
import { requestConsent, completeLookup, submitDecision } from "../../testing/lookup-steps.ts";
import { mountedRoutes, requestReadPaths } from "../../testing/read-paths.ts";
import {
  type UnpaidSearch,
  type SearchKindName,
  searchKinds,
  openRecord,
  recordStates,
} from "../../testing/record-states.ts";
import { createFakeVehicles } from "../../testing/vehicles.ts";
import { openAlarms } from "../audit/index.ts";
import { runCommand } from "../operators/index.ts";
import { overdueThresholdSeconds, createOverdueMonitor } from "./overdue-monitor.ts";
import { readOverdueSeconds, overdueWorkNames } from "./overdue-store.ts";

const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();
const hours = 3_600_000;
const thresholds = { ...defaultAlarmThresholds, reads: 3, failed_sign_ins: 4 };

let app: TestApp;
let mounted: ReadonlySet<string>;
beforeAll(async () => {
  const alarms = Object.entries(thresholds).map(([name, count]) => `${name}=${count}`);
  app = await createTestApp(
    { ALARMS: alarms.join(",") },
    { sources: () => ({ ...vehicles.sources, ...others.sources }) },
  );
  mounted = await mountedRoutes(app);
});
beforeEach(() => app.owner.query("delete from cases; delete from watch_counts; delete from worker_heartbeats"));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

const db = () => app.product.db;
/** A monitor as in another process on the same database, with its log lines and metrics. */
function createMonitor() {
  const registry = new Registry();
  const alarms = openAlarms({ db: db(), ids: randomIds, registry, thresholds });
  const lines: string[] = [];
  const log = {
    error: (facts: object, words: string) => lines.push(`error ${JSON.stringify(facts)} ${words}`),
    warn: (facts: object, words: string) => lines.push(`warn ${JSON.stringify(facts)} ${words}`),
  };
  const watch = createOverdueMonitor({ db: db(), alarms, registry, thresholds });
  return {
    alarms,
    look: () => watch.check(log),
    readers: watch.checkMassReaders,
    lines,
    metrics: () => registry.metrics(),
  };
}
const runOperator = (...line: readonly string[]) =>
  runCommand({ owner: app.owner, db: db(), keys: app.keys, ids: randomIds, sources: [] }, line[0] ?? "", line.slice(1));
const runOverdueWork = async () => {
  for (const name of ["seal_audit", "expire_consents", "purge_due"]) await app.runSchedule(name);
  await makeJobsDue(app.owner);
  await app.drainQueue();
  for (const name of ["seal_audit", "purge_due"]) await app.runSchedule(name);
  await app.owner.query("update worker_heartbeats set seen_at = product_now()");
};

describe("work that is overdue by 48 hours [T-77]", () => {
  const persons = Object.keys(searchKinds).filter(
    (name): name is SearchKindName => name !== "a plate" && name !== "a vehicle",
  );

  test("reveals nothing expired, is reported everywhere, and is caught up", async () => {
    const user = await app.user({ userType: "business", NGN: 100_000_00n });
    const scene = { app, vehicles, others, user };
    const all: UnpaidSearch[] = [];
    for (const name of persons) all.push(await openRecord(scene, name));
    await app.drainQueue();
    const waiting = recordStates["waiting for the subject"]?.[1];
    if (waiting) all.push((await waiting(scene, "a person")).begun);
    await app.runSchedule("seal_audit");
    await app.owner.query("insert into worker_heartbeats values ('gone', product_now())");
    const watch = createMonitor();
    await watch.look();
    expect([watch.lines, (await runOperator("watch")).isWell]).toEqual([[], true]);
    // no worker from here on: what these queue stays in the queue
    await requestConsent(app, user).then(({ token }) => submitDecision(app, token, "grant"));

    await app.setClockOffset(48 * hours + 60_000);
    for (const { target: of, contact } of all) {
      const responses = await requestReadPaths(
        app.app,
        mounted,
        { authorization: `Bearer ${user.token}` },
        { of, isRunning: false },
      );
      expect(responses.size).toBeGreaterThan(15);
      for (const [route, { text }] of responses)
        for (const secret of [canary, "canary.", contact.phone.slice(4), of.value])
          expect([route, secret, text.includes(secret)]).toEqual([route, secret, false]);
    }
    await watch.look();
    const late = overdueWorkNames.filter((what) =>
      watch.lines.some((line) => line.startsWith("error") && line.includes(`"${what}"`)),
    );
    expect(late).toEqual(overdueWorkNames);
    const before = watch.lines.length;
    await watch.look();
    expect(watch.lines).toHaveLength(before); // logged once, not at every check
    const metrics = await watch.metrics();
    for (const what of overdueWorkNames) {
      const [, seconds = "0"] = new RegExp(`idanimo_overdue_seconds\\{what="${what}"\\} ([0-9.]+)`).exec(metrics) ?? [];
      expect([what, Number(seconds) > 23 * 3_600]).toEqual([what, true]);
    }
    const reported = await runOperator("watch");
    expect([reported.isWell, reported.lines.filter((line) => line.includes("OVERDUE")).length]).toEqual([false, 6]);

    await runOverdueWork();
    const overdue = await readOverdueSeconds(db());
    for (const what of overdueWorkNames) expect([what, overdue[what] < overdueThresholdSeconds]).toEqual([what, true]);
    await watch.look();
    expect(watch.lines.slice(before).map((line) => line.slice(0, 4))).toEqual(overdueWorkNames.map(() => "warn"));
    expect((await runOperator("watch")).isWell).toBe(true);
    for (const { target: of } of all) expect(await app.keys.find(of.requestId)).toBeUndefined();
  }, 60_000);

  test("does not count a pending consent, a source or an attempted message as overdue", async () => {
    await requestConsent(app, await app.user({ NGN: 10_000_00n }));
    await app.runSchedule("seal_audit");
    await app.owner.query("update outbox_messages set state = 'sent' where state = 'waiting'");
    await app.owner.query(
      `insert into outbox_messages (id, channel, kind, key_id, attempts, created_at)
       values (gen_random_uuid(), 'sms', 'receipt', gen_random_uuid(), 1, product_now() - interval '1 hour')`,
    );
    await app.setClockOffset(overdueThresholdSeconds * 1_000 + 2_000);
    await app.runSchedule("seal_audit");
    const overdue = await readOverdueSeconds(db());
    expect([overdue.consents, overdue.purge, overdue.messages]).toEqual([0, 0, 0]);
    await app.owner.query("delete from outbox_messages where state = 'waiting'");
  });

  test("counts a consent whose next delivery step is due as overdue", async () => {
    const { itemId } = await requestConsent(app, await app.user({ NGN: 10_000_00n }));
    await app.owner.query(
      "update consents set next_step_at = product_now() - interval '2 minutes' where request_id = $1",
      [itemId],
    );
    expect((await readOverdueSeconds(db())).consents).toBeGreaterThan(119);
    await app.owner.query("update consents set next_step_at = null where request_id = $1", [itemId]);
  });

  test("reports NaN if the database is unreachable, together with the other metrics", async () => {
    const registry = new Registry();
    const away = { transaction: () => Promise.reject(new Error("unreachable")) };
    createOverdueMonitor({ db: away, alarms: createMonitor().alarms, registry, thresholds });
    expect(await registry.metrics()).toContain('idanimo_overdue_seconds{what="purge"} Nan');
  });
});

describe("alarms for operators, at most once an hour [T-78]", () => {
  const cases = async () =>
    (
      await app.owner.query<{ line: string }>(
        "select kind || ' ' || coalesce(object_id::text, '-') || ' ' || detail as line from cases order by kind",
      )
    ).rows.map(({ line }) => line);
  const close = () =>
    app.owner.query("update cases set closed_at = product_now(), closed_by = 'ada' where closed_at is null");

  test("are raised for an account that opens many different records", async () => {
    await app.setClockOffset(2 * hours); // what other tests read is long ago
    const [reader, honest] = [await app.user({ NGN: 50_000_00n }), await app.user({ NGN: 50_000_00n })];
    for (const [user, count] of [
      [reader, thresholds.reads],
      [honest, thresholds.reads - 1],
    ] as const)
      for (let at = 0; at < count; at += 1) {
        const pending = await requestConsent(app, user);
        await submitDecision(app, pending.token, "grant");
        await app.drainQueue();
        for (let time = 0; time < 3; time += 1) await user.get(`/verification/check-consent/${pending.itemId}`);
      }
    const { readers } = createMonitor();
    await Promise.all([readers(), app.runSchedule("watch_readers")]);
    const seen = [`alarm_mass_reads ${reader.id} opened ${thresholds.reads} records within an hour`];
    expect(await cases()).toEqual(seen);
    await close();
    await readers();
    expect(await cases()).toEqual(seen); // closed, and not opened again within the hour
  });

  test("are raised for failed sign-ins, counted over two processes", async () => {
    const second = await app.startProcess();
    const quiet = { error: () => undefined, warn: () => undefined };
    const guess = async ({ app: of, product }: Pick<TestApp, "app" | "product">) => {
      const challenge = (await of.inject({ url: "/api/v2/captcha/challenge?purpose=login" })).json<Challenge>();
      const solution = await solveChallenge({ challenge, deriveKey });
      const response = await of.inject({
        method: "POST",
        url: "/api/v2/auth/login",
        payload: {
          email: `${randomIds.rowId()}@example.test`,
          password: "Wrong-Password-1!",
          ipAddress: null,
          captcha: Buffer.from(JSON.stringify({ challenge, solution })).toString("base64"),
        },
      });
      expect(response.json()).toMatchObject({ code: "incorrect_credentials" });
      await product.watch.check(quiet);
    };
    for (let time = 1; time < thresholds.failed_sign_ins; time += 1) await guess(time % 2 ? app : second);
    expect(await cases()).toEqual([]);
    await guess(second);
    expect(await cases()).toEqual([
      `alarm_failed_sign_ins - ${thresholds.failed_sign_ins} sign-ins failed within an hour`,
    ]);
    await guess(app);
    expect(await cases()).toHaveLength(1);
    await close();
    const { alarms, look, metrics } = createMonitor();
    await app.setClockOffset(hours + 60_000);
    for (let time = 0; time < thresholds.failed_sign_ins; time += 1) alarms.count("failed_sign_ins");
    await look();
    expect(await cases()).toHaveLength(2); // a new case an hour later
    const reported = await metrics();
    expect(reported).toContain(`idanimo_watched_total{what="failed_sign_ins"} ${thresholds.failed_sign_ins}`);
    expect(reported).toContain('idanimo_alarms_total{kind="alarm_failed_sign_ins"} 1');
  });

  test("are raised for statements that row-level security or a missing privilege rejects", async () => {
    const [user, victim] = [await app.user({ NGN: 10_000_00n }), await app.user({ NGN: 10_000_00n })];
    const { itemId } = await completeLookup(app, victim);
    const steal = db().transaction({ owner: user.id }, (tx) =>
      tx
        .insertInto("results")
        .values({ request_id: itemId, owner_id: victim.id, sealed: Buffer.of(1), source: "x", expires_at: null })
        .execute(),
    );
    await expect(steal).rejects.toThrow("row-level security");
    await expect(db().single.deleteFrom("audit_log").execute()).rejects.toThrow("permission denied");
    await app.product.watch.check({ error: () => undefined, warn: () => undefined });
    expect(await cases()).toEqual([expect.stringMatching(/^alarm_refusals - .*2 statements/)]);
  });
});
