import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

/** More than the connections that a process has for other work. */
const manyTries = 30;

/** Attempts that wait for the lock of their counter. */
async function waiting(): Promise<number> {
  const { rows } = await app.owner.query<{ tries: number }>(
    `select count(*)::int as tries from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%rate_limits%'`,
  );
  return rows[0]?.tries ?? 0;
}

test("a flood of attempts on one counter leaves others able to read and pay [R-34 T-06]", async () => {
  const user = await app.user({ NGN: 10_000_00n });
  const { sessionCode, transactionID, amount } = await app.purchase(user);
  const counter = "login_address:127.0.0.1";
  await app.owner.query("insert into rate_limits (key, points, expire) values ($1, 0, 0)", [counter]);
  const holder = await app.owner.connect();
  try {
    await holder.query("begin");
    await holder.query("select from rate_limits where key = $1 for update", [counter]);
    let responseCount = 0;
    const body = { email: "no-account@example.test", password: "Wrong-password-1", ipAddress: null, captcha: "none" };
    const attempts = Array.from({ length: manyTries }, async () => {
      const { statusCode } = await app.app.inject({ method: "POST", url: "/api/v2/auth/login", payload: body });
      responseCount += 1;
      return statusCode;
    });
    while ((await waiting()) === 0) await sleep(10);

    expect((await user.get("/user/profile")).statusCode).toBe(200);
    const paid = await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
    expect([paid.statusCode, responseCount]).toEqual([200, 0]);

    await holder.query("rollback");
    expect(new Set(await Promise.all(attempts))).toEqual(new Set([400])); // each was counted, then rejected for its captcha
  } finally {
    holder.release(true);
  }
  await app.drainQueue();
});
