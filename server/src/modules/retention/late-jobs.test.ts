import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { gatewaySays, inbound, pay, standing } from "../../testing/journey.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const hours = (count: number) => app.setClockOffset(count * 3_600_000);
const price = 588_00n;

describe("R-31 jobs stood still for 25 hours after a payment, and the purge is the first to run", () => {
  test.each([
    { answer: "found", ends: { item: "awaiting_consent", outcome: null, consent: "pending" }, left: 0n },
    { answer: "not_found", ends: { item: "closed", outcome: "NO_DATA", consent: "no_data_found" }, left: 0n },
    { answer: "failed", ends: { item: "closed", outcome: "PROVIDER_FAILED", consent: "terminated" }, left: price },
  ] as const)("the source says $answer", async ({ answer, ends, left }) => {
    const user = await app.user({ NGN: price });
    const bought = await app.purchase(user);
    if (answer === "not_found") app.outside.personRecords.says(bought.nin, { kind: "not_found" });
    if (answer === "failed") app.outside.personRecords.says(bought.nin, { kind: "failed", why: "x" });
    await pay(user, bought);
    await hours(25);
    await app.runSchedule("purge_due");
    expect(await app.keys.find(bought.itemId)).toBeDefined();
    await app.runSchedule("reconcile_look_ups");
    await app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
    expect(app.outside.personRecords.asked.filter(({ nin }) => nin === bought.nin)).toHaveLength(1);
    expect(await standing(app, bought.itemId)).toEqual(ends);
    expect((await app.wallets(user)).NGN).toBe(left);
    await app.runSchedule("purge_due");
    // an open question keeps its key for its own day; what has ended is purged now
    expect((await app.keys.find(bought.itemId)) !== undefined).toBe(ends.item === "awaiting_consent");
    await hours(50);
    await app.runSchedule("expire_consents");
    await app.runSchedule("purge_due");
    expect(await app.keys.find(bought.itemId)).toBeUndefined();
  });
});

describe("rows that only served a while are forgotten", () => {
  const idempotency = { "idempotency-key": "one-key" };

  test("an answered key after 48 hours: until then its answer is given again", async () => {
    const user = await app.user({ NGN: price });
    const { sessionCode, transactionID, amount } = await app.purchase(user);
    const body = { sessionCode, transactionID, amount };
    const first = await user.post("/transaction/wallet-payment", body, idempotency);
    expect(first.statusCode).toBe(200);
    const kept = async () =>
      (await app.owner.query("select from idempotency_keys where owner_id = $1", [user.id])).rowCount;
    await hours(47.99);
    await app.runSchedule("forget_old_rows");
    expect(await kept()).toBe(1);
    await hours(48.01);
    await app.runSchedule("forget_old_rows");
    expect(await kept()).toBe(0);
  });

  test("a taken notice after 7 days", async () => {
    const notice = inbound("+2348090000001", "hello");
    await gatewaySays(app, "/sms/receive", notice);
    const kept = async () =>
      (await app.owner.query("select from inbound_notices where notice_id in ($1, $2)", [notice.id, notice.message_id]))
        .rowCount;
    expect(await kept()).toBe(1);
    await hours(7 * 24 - 0.01);
    await app.runSchedule("forget_old_rows");
    expect(await kept()).toBe(1);
    await hours(7 * 24 + 0.01);
    await app.runSchedule("forget_old_rows");
    expect(await kept()).toBe(0);
  });
});
