import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool } from "../database/pools.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { limitSpecs, openLimits, readLimitPoints, waitWords } from "./limits.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

test("T-02 a shared limit counts over all processes, also when they come at once", async () => {
  const pools = [1, 2].map(() =>
    openPool({
      url: base.url,
      role: "idanimo_app",
      size: 4,
      name: "test-limits",
      bigintAsText: true,
      onBroken: () => {},
    }),
  );
  const processes = pools.map((pool) => openLimits(pool, 1));
  const points = limitSpecs.code_destination.points;
  const taken = await Promise.all(
    Array.from({ length: points * 3 }, (_, at) => processes[at % 2]?.take("code_destination", "+2348030000001")),
  );
  expect(taken.filter((one) => one?.ok)).toHaveLength(points);
  expect((await processes[0]?.take("code_destination", "+2348030000002"))?.ok).toBe(true); // another key is another count
  const refused = await processes[1]?.take("code_destination", "+2348030000001");
  expect(refused).toMatchObject({ ok: false, problem: { code: "too_many_requests", facts: { wait: "24 hours" } } });
  await Promise.all(pools.map((pool) => pool.end()));
});

test("what is taken back can be taken again", async () => {
  const limits = openLimits(base.db.pool, 1, { login_account: 1 });
  expect((await limits.take("login_account", "a")).ok).toBe(true);
  await limits.giveBack("login_account", "a");
  expect((await limits.take("login_account", "a")).ok).toBe(true);
  expect((await limits.take("login_account", "a")).ok).toBe(false);
});

test("design 8 a demonstration is wider per address only, and a setting is taken as it is", async () => {
  const passed = async (
    limits: ReturnType<typeof openLimits>,
    name: "inbound_address" | "payment_check_account",
    tries: number,
  ) => {
    let good = 0;
    for (let at = 0; at < tries; at += 1) if ((await limits.take(name, "k")).ok) good += 1;
    return good;
  };
  const usual = limitSpecs.payment_check_account.points;
  expect(await passed(openLimits(base.db.pool, 100), "payment_check_account", usual + 5)).toBe(usual);
  expect(await passed(openLimits(base.db.pool, 2), "inbound_address", limitSpecs.inbound_address.points * 2 + 5)).toBe(
    limitSpecs.inbound_address.points * 2,
  );
  expect(await passed(openLimits(base.db.pool, 100, { inbound_address: 3 }), "inbound_address", 10)).toBe(3);
});

describe("the setting LIMITS", () => {
  test.each([
    ["", {}],
    ["lookup_account=1000", { lookup_account: 1000 }],
    [" lookup_account=1000 , login_address=60,", { lookup_account: 1000, login_address: 60 }],
    ["nobody=1", undefined],
    ["lookup_account", undefined],
    ["lookup_account=0", undefined],
    ["lookup_account=-1", undefined],
    ["lookup_account=1.5", undefined],
    ["lookup_account=1e9", undefined],
    ["toString=5", undefined],
    ["__proto__=5", undefined],
  ])("%j", (text, points) => expect(readLimitPoints(text)).toEqual(points));
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
])("%i ms to wait read '%s'", (ms, words) => expect(waitWords(ms)).toBe(words));
