import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../testing/app.ts";
import { deleteJobs } from "../testing/queue.ts";

/** The tables are the source of truth and the queue only triggers work, so the reconciler finds lost jobs. */

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.user({ NGN: 50_000_00n });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

async function paidFor(): Promise<TestPurchase> {
  const bought = await app.purchase(user);
  const { sessionCode, transactionID, amount } = bought;
  await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  return bought;
}
const forget = () => deleteJobs(app.owner);
const itemOf = async (bought: TestPurchase) =>
  (
    await app.owner.query<{ state: string; outcome: string | null }>(
      "select state, outcome from purchase_items where id = $1",
      [bought.itemId],
    )
  ).rows[0];
const timesAsked = ({ nin }: TestPurchase) =>
  app.providers.personRecords.asked.filter((query) => query.nin === nin).length;

test("queues a lookup again a minute after its job was lost, and calls the source once [R-03]", async () => {
  const bought = await paidFor();
  await forget();
  await app.runSchedule("reconcile_lookups");
  await app.drainQueue();
  expect(timesAsked(bought)).toBe(0);
  await app.setClockOffset(76_000);
  await app.runSchedule("reconcile_lookups");
  await app.runSchedule("reconcile_lookups");
  await app.drainQueue();
  expect(timesAsked(bought)).toBe(1);
  expect(await itemOf(bought)).toEqual({ state: "awaiting_consent", outcome: null });
});

test("keeps the queue position of a waiting job and brings a failed one forward [R-03 R-34]", async () => {
  const bought = await paidFor();
  const key = `look_up:${bought.itemId}`;
  const ageOf = async () =>
    (
      await app.owner.query<{ seconds: number }>(
        "select extract(epoch from now() - run_at)::int as seconds from graphile_worker.jobs where key = $1",
        [key],
      )
    ).rows[0]?.seconds;
  const move = (run: string, attempts: number) =>
    app.owner.query(
      `select from graphile_worker.reschedule_jobs(
         array(select id from graphile_worker.jobs where key = $1), run_at => now() + $2::interval, attempts => $3)`,
      [key, run, attempts],
    );
  await app.setClockOffset(76_000);
  await move("-10 minutes", 0); // the queue is long
  await app.runSchedule("reconcile_lookups");
  expect(await ageOf()).toBeGreaterThanOrEqual(600);
  await move("1 hour", 6); // its source was down
  await app.runSchedule("reconcile_lookups");
  expect(await ageOf()).toBeGreaterThanOrEqual(0);
  await app.drainQueue();
  expect(timesAsked(bought)).toBe(1);
});

test("refunds a lookup whose process died during the call, and does not call again [R-12]", async () => {
  const bought = await paidFor();
  await app.owner.query(
    "insert into lookup_attempts (id, request_id, provider) values (gen_random_uuid(), $1, 'fake_register')",
    [bought.itemId],
  );
  await forget();
  const before = await app.wallets(user);
  await app.setClockOffset(76_000);
  await app.runSchedule("reconcile_lookups");
  await app.drainQueue();
  expect(app.jobFailures()).toEqual([]);
  expect(timesAsked(bought)).toBe(0);
  expect(await itemOf(bought)).toEqual({ state: "closed", outcome: "PROVIDER_FAILED" });
  expect((await app.wallets(user)).NGN - before.NGN).toBe(588_00n);
});

test("calls the source once and closes once when a job runs twice concurrently [R-12 R-21]", async () => {
  const bought = await paidFor();
  const run = () => app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
  const ended = await Promise.allSettled([run(), run(), run()]);
  expect(ended.some((one) => one.status === "fulfilled")).toBe(true);
  expect(timesAsked(bought)).toBe(1);
  await app.drainQueue();
  expect(await itemOf(bought)).toEqual({ state: "awaiting_consent", outcome: null });
});

test("calls again a source that took nothing, and refunds after ten minutes [R-12]", async () => {
  const bought = await paidFor();
  app.providers.personRecords.respondTo(bought.nin, { kind: "not_accepted", why: "busy" });
  await app.drainQueue();
  expect(app.jobFailures().map(({ job }) => job)).toEqual(["look_up"]);
  expect(await itemOf(bought)).toMatchObject({ state: "looking_up" });
  await app.setClockOffset(601_000);
  await app.runSchedule("reconcile_lookups");
  await app.drainQueue();
  expect(timesAsked(bought)).toBe(2);
  expect(await itemOf(bought)).toEqual({ state: "closed", outcome: "PROVIDER_FAILED" });
});

test("sends one refund email although its job runs twice", async () => {
  const bought = await paidFor();
  app.providers.personRecords.respondTo(bought.nin, { kind: "failed", why: "http_500" });
  const before = app.providers.mail.sent.length;
  await app.drainQueue();
  await app.runSchedule("reconcile_lookups");
  await app.drainQueue();
  const reported = app.providers.mail.sent.slice(before);
  expect(reported).toHaveLength(1);
  expect(reported[0]).toMatchObject({ to: user.email, text: expect.stringContaining("₦588") as string });
});
