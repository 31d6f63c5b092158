import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool } from "../database/pools.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { addressPrefix } from "./remote-address.ts";
import { limitSpecs, createRateLimiter, parseLimitPoints, formatWait } from "./rate-limits.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

/** Number of statements containing this text that wait for a lock. */
async function waitsFor(words: string): Promise<number> {
  const { rowCount } = await base.owner.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and strpos(query, $1) > 0 and pid <> pg_backend_pid()",
    [words],
  );
  return rowCount ?? 0;
}

test("counts a shared limit across processes, also concurrently [T-02]", async () => {
  const pools = [1, 2].map(() =>
    openPool({
      url: base.appUrl,
      role: "idanimo_app",
      size: 4,
      name: "test-limits",
      bigintAsText: true,
      onConnectionError: () => {},
    }),
  );
  const processes = pools.map((pool) => createRateLimiter(pool, 1));
  const points = limitSpecs.code_destination.points;
  const taken = await Promise.all(
    Array.from({ length: points * 3 }, (_, at) => processes[at % 2]?.consume("code_destination", "+2348030000001")),
  );
  expect(taken.filter((one) => one?.ok)).toHaveLength(points);
  expect((await processes[0]?.consume("code_destination", "+2348030000002"))?.ok).toBe(true); // another key has its own counter
  const rejected = await processes[1]?.consume("code_destination", "+2348030000001");
  expect(rejected).toMatchObject({ ok: false, problem: { code: "too_many_requests", facts: { wait: "24 hours" } } });
  await Promise.all(pools.map((pool) => pool.end()));
});

test("a refunded point can be consumed again", async () => {
  const limits = createRateLimiter(base.db.pool, 1, { login_account: 1 });
  expect((await limits.consume("login_account", "a")).ok).toBe(true);
  await limits.refund("login_account", "a");
  expect((await limits.consume("login_account", "a")).ok).toBe(true);
  expect((await limits.consume("login_account", "a")).ok).toBe(false);
});

test("consumes a point from all of several limits, or from none [T-06]", async () => {
  const limits = createRateLimiter(base.db.pool, 1, { login_account: 2, login_account_day: 5 });
  const both = [
    ["login_account", "b"],
    ["login_account_day", "b"],
  ] as const;
  const results = await Promise.all(Array.from({ length: 20 }, () => limits.consumeAll(both)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(2); // the eighteen rejected attempts consumed nothing
  for (let at = 0; at < 3; at += 1) expect((await limits.consume("login_account_day", "b")).ok).toBe(true);
  expect((await limits.consume("login_account_day", "b")).ok).toBe(false);
  await limits.refundAll(both);
  expect((await limits.consumeAll(both)).ok).toBe(true);
  await limits.resetAll(both);
  expect((await limits.consumeAll(both)).ok).toBe(true);
});

test("a rejected attempt waits for no lock and writes nothing [R-34 T-06]", async () => {
  const limits = createRateLimiter(base.db.pool, 1, { login_account: 1 });
  const both = [
    ["login_account_day", "full"],
    ["login_account", "full"],
  ] as const;
  expect((await limits.consumeAll(both)).ok).toBe(true);
  const rows = async () =>
    (await base.owner.query("select xmin, xmax, * from rate_limits where key like '%:full'")).rows;
  const holder = await base.owner.connect();
  try {
    await holder.query("begin");
    await holder.query("select from rate_limits where key like '%:full' for update"); // a writer would wait for this lock
    const before = await rows();
    const result = await limits.consumeAll(both).catch((error: unknown) => error);
    expect(result).toMatchObject({ ok: false, problem: { code: "too_many_requests", facts: { wait: "15 minutes" } } });
    expect(await rows()).toEqual(before);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
});

test("resets counters in key order, so that no two callers deadlock [R-34 T-06]", async () => {
  const limits = createRateLimiter(base.db.pool, 1);
  const keys = [
    ["login_account_day", "let-go"],
    ["login_account", "let-go"],
  ] as const;
  const row = (key: string, how: string) => `select from rate_limits where key = '${key}:let-go' for update ${how}`;
  for (const [name, key] of keys) await limits.consume(name, key); // in another order than their keys
  const [first, other] = [await base.owner.connect(), await base.owner.connect()];
  try {
    await first.query("begin");
    expect((await first.query(row("login_account", ""))).rowCount).toBe(1);
    const forgotten = limits.resetAll(keys);
    while ((await waitsFor("delete from rate_limits")) === 0) await sleep(10);
    expect((await other.query(row("login_account_day", "nowait"))).rowCount).toBe(1); // not reached yet
    await first.query("rollback");
    await forgotten;
    expect((await other.query(row("login_account_day", "nowait"))).rowCount).toBe(0);
  } finally {
    for (const one of [first, other]) one.release(true);
  }
});

test("backoff doubles after the free attempts, up to 15 minutes [T-06]", async () => {
  const limits = createRateLimiter(base.db.pool, 1);
  const take = async () => (await limits.consumeAll([["login_pair", "p"]])).ok;
  const free = limitSpecs.login_pair.points;
  const parallel = await Promise.all(Array.from({ length: 20 }, take));
  expect(parallel.filter(Boolean)).toHaveLength(free);
  let seconds = 0;
  for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    await base.setClockOffset((seconds + wait) * 1000 - 700);
    expect([wait, await take()]).toEqual([wait, false]); // a rejected attempt does not extend the wait
    seconds += wait + 1;
    await base.setClockOffset(seconds * 1000);
    expect([wait, await take()]).toEqual([wait, true]);
  }
  await limits.refundAll([["login_pair", "p"]]);
  expect(await take()).toBe(true); // after a success, attempts are free again
  await base.setClockOffset(0);
});

test("many people and tabs at once within the free attempts are accepted [T-06]", async () => {
  const limits = createRateLimiter(base.db.pool, 100);
  const free = limitSpecs.login_pair.points * 100;
  const results = await Promise.all(
    Array.from({ length: free + 20 }, () => limits.consumeAll([["login_pair", "many"]])),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(free);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
])("counts %s as %s [T-06]", (ip, block) => expect(addressPrefix(ip)).toBe(block));

test("IPv6 addresses of one connection share a limit [T-06]", async () => {
  const limits = createRateLimiter(base.db.pool, 1, { login_address: 2, captcha_address: 2 });
  for (const name of ["login_address", "captcha_address"] as const) {
    const responses = [];
    for (let at = 1; at <= 4; at += 1) responses.push((await limits.consume(name, `2001:db8::${at}`)).ok);
    expect([name, responses]).toEqual([name, [true, true, false, false]]);
    expect((await limits.consume(name, "2001:db8:0:1::1")).ok).toBe(true);
  }
});

test("a demonstration widens limits per address only; a setting applies as is", async () => {
  const passed = async (
    limits: ReturnType<typeof createRateLimiter>,
    name: "inbound_address" | "payment_check_account",
    attempts: number,
  ) => {
    let good = 0;
    for (let at = 0; at < attempts; at += 1) if ((await limits.consume(name, "k")).ok) good += 1;
    return good;
  };
  const usual = limitSpecs.payment_check_account.points;
  expect(await passed(createRateLimiter(base.db.pool, 100), "payment_check_account", usual + 5)).toBe(usual);
  expect(
    await passed(createRateLimiter(base.db.pool, 2), "inbound_address", limitSpecs.inbound_address.points * 2 + 5),
  ).toBe(limitSpecs.inbound_address.points * 2);
  expect(await passed(createRateLimiter(base.db.pool, 100, { inbound_address: 3 }), "inbound_address", 10)).toBe(3);
});

describe("parseLimitPoints", () => {
  test.each([
    ["", {}],
    ["lookup_account=1000", { lookup_account: 1000 }],
    [" lookup_account=1000 , login_address=60,", { lookup_account: 1000, login_address: 60 }],
    ["unknown=1", undefined],
    ["lookup_account", undefined],
    ["lookup_account=0", undefined],
    ["lookup_account=-1", undefined],
    ["lookup_account=1.5", undefined],
    ["lookup_account=1e9", undefined],
    ["toString=5", undefined],
    ["__proto__=5", undefined],
  ])("parses %j", (text, points) => expect(parseLimitPoints(text)).toEqual(points));
});

test.each([
  [0, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [89_000, "89 seconds"],
  [90_000, "2 minutes"],
  [60 * 60_000, "60 minutes"],
  [89 * 60_000, "89 minutes"],
  [90 * 60_000, "2 hours"],
  [86_400_000, "24 hours"],
])("formats %i ms as '%s'", (ms, words) => expect(formatWait(ms)).toBe(words));
