import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { accountJobs, addExampleAccounts } from "./index.ts";
import { freshEmail, browserHeaders, type Kit, openKit } from "./testing/kit.ts";

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterEach(() => kit.settle());
afterAll(() => kit.close());

const day = 86_400_000;
const run = () => accountJobs(kit.deps).forget_registrations();
const countOf = async (table: string) =>
  Number((await kit.owner.query<{ n: bigint }>(`select count(*) as n from ${table}`)).rows[0]?.n);

test("deletes a sign-up after a day, its key first [T-15]", async () => {
  const id = await kit.signUp({ email: freshEmail() });
  await kit.setClockOffset(day - 60_000);
  await run();
  expect([await countOf("registrations"), await kit.keys.find(id)]).toEqual([1, expect.any(Buffer)]);
  await kit.setClockOffset(day + 60_000);
  await run();
  await run();
  expect([await countOf("registrations"), await kit.keys.find(id)]).toEqual([0, undefined]);
});

test("keeps the account and its key when its sign-up is deleted", async () => {
  const email = await kit.openAccount();
  await kit.setClockOffset(day + 60_000);
  await run();
  const user = await kit.owner.query<{ id: string }>("select id from users where email = $1", [email]);
  expect(await kit.keys.find(user.rows[0]?.id ?? "")).toBeInstanceOf(Buffer);
});

test("deletes consumed captchas once they have expired", async () => {
  await kit.signIn({ email: freshEmail() });
  await run();
  expect(await countOf("spent_captchas")).toBeGreaterThan(0);
  await kit.setClockOffset(180_000);
  await run();
  expect(await countOf("spent_captchas")).toBe(0);
});

test("deletes expired rate limits, and skips a locked one until the next run [R-34]", async () => {
  await kit.owner.query("insert into rate_limits (key, points, expire) values ('old:a', 1, 0), ('old:b', 1, 0)");
  const keys = async () =>
    (await kit.owner.query<{ key: string }>("select key from rate_limits where key like 'old:%'")).rows;
  const holder = await kit.owner.connect();
  try {
    await holder.query("begin");
    await holder.query("select from rate_limits where key = 'old:b' for update");
    await run();
    expect(await keys()).toEqual([{ key: "old:b" }]);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  await run();
  expect(await keys()).toEqual([]);
});

test("deletes a session thirty days after it ended", async () => {
  const email = await kit.openAccount();
  await kit.signIn({ email }, { ...browserHeaders, "user-agent": "Canary/1.0" });
  const devices = async () =>
    (await kit.owner.query<{ device: string }>("select device from sign_ins")).rows.map(({ device }) => device);
  await run();
  expect(await devices()).toContain("Canary/1.0");
  await kit.setClockOffset(31 * day);
  await run();
  expect(await devices()).toEqual([]);
});

test("adds example accounts with their balance once, also concurrently", async () => {
  const lists = await Promise.all([addExampleAccounts(kit.deps, kit.owner), addExampleAccounts(kit.deps, kit.owner)]);
  await addExampleAccounts(kit.deps, kit.owner);
  expect(lists[0].map(({ email, userType }) => [email, userType])).toEqual([
    ["ada@example.test", "individual"],
    ["bright@example.test", "business"],
  ]);
  for (const { email, password } of lists[0])
    expect((await kit.signIn({ email, password })).json()).toMatchObject({
      email,
      walletBalance: 50_000,
      currency: "NGN",
    });
  const posted = await kit.owner.query("select from ledger_transfers where key like 'adjustment:example:%'");
  expect(posted.rowCount).toBe(2);
});
