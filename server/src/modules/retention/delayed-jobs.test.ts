import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import {
  requestConsent,
  postGatewayNotice,
  inboundSms,
  payPurchase,
  readRequestState,
} from "../../testing/lookup-steps.ts";

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

describe("a purge that runs first, 25 hours after a payment without jobs [R-31]", () => {
  test.each([
    { answer: "found", ends: { item: "awaiting_consent", outcome: null, consent: "pending" }, left: 0n },
    { answer: "not_found", ends: { item: "closed", outcome: "NO_DATA", consent: "no_data_found" }, left: 0n },
    { answer: "failed", ends: { item: "closed", outcome: "PROVIDER_FAILED", consent: "terminated" }, left: price },
  ] as const)("keeps the lookup's key until its source has responded: $answer", async ({ answer, ends, left }) => {
    const user = await app.user({ NGN: price });
    const bought = await app.purchase(user);
    if (answer === "not_found") app.providers.personRecords.respondTo(bought.nin, { kind: "not_found" });
    if (answer === "failed") app.providers.personRecords.respondTo(bought.nin, { kind: "failed", why: "x" });
    await payPurchase(user, bought);
    await hours(25);
    await app.runSchedule("purge_due");
    expect(await app.keys.find(bought.itemId)).toBeDefined();
    await app.runSchedule("reconcile_lookups");
    await app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
    expect(app.providers.personRecords.asked.filter(({ nin }) => nin === bought.nin)).toHaveLength(1);
    expect(await readRequestState(app, bought.itemId)).toEqual(ends);
    expect((await app.wallets(user)).NGN).toBe(left);
    await app.runSchedule("purge_due");
    // a pending consent keeps its key for 24 hours; a closed item is purged now
    expect((await app.keys.find(bought.itemId)) !== undefined).toBe(ends.item === "awaiting_consent");
    await hours(50);
    await app.runSchedule("expire_consents");
    await app.runSchedule("purge_due");
    expect(await app.keys.find(bought.itemId)).toBeUndefined();
  });
});

describe("deleteExpiredRows", () => {
  const idempotency = { "idempotency-key": "one-key" };

  test("deletes the stored response of an idempotency key after 48 hours", async () => {
    const user = await app.user({ NGN: price });
    const { sessionCode, transactionID, amount } = await app.purchase(user);
    const body = { sessionCode, transactionID, amount };
    const first = await user.post("/transaction/wallet-payment", body, idempotency);
    expect(first.statusCode).toBe(200);
    const readStored = async () =>
      (await app.owner.query("select from idempotency_keys where owner_id = $1", [user.id])).rowCount;
    await hours(47.99);
    await app.runSchedule("delete_expired_rows");
    expect(await readStored()).toBe(1);
    await hours(48.01);
    await app.runSchedule("delete_expired_rows");
    expect(await readStored()).toBe(0);
  });

  const hash = Buffer.alloc(32, 7);
  const count = async (table: string) =>
    (await app.owner.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count;
  test.each([
    {
      what: "the requests about a person after 12 months",
      table: "subject_index",
      hours: 365.25 * 24 + 48,
      keeps: 364 * 24,
      insert: (requestId: string) => ({
        text: "insert into subject_index (contact_hash, kind, request_id) values ($1, 'phone', $2)",
        values: [hash, requestId],
      }),
    },
    {
      what: "a subject's session at its end",
      table: "subject_sessions",
      hours: 1.01,
      keeps: 0.99,
      insert: () => ({
        text: "insert into subject_sessions (token_hash, phone_hash, way, ends_at) values ($1, $1, 'code', product_now() + interval '1 hour')",
        values: [hash],
      }),
    },
    {
      what: "a verification code a day after its end",
      table: "subject_codes",
      hours: 25.01,
      keeps: 24.99,
      insert: () => ({
        text: `insert into subject_codes (id, contact_hash, kind, code_hash, attempts_left, ends_at)
          values (gen_random_uuid(), $1, 'mail', $1, 5, product_now() + interval '1 hour')`,
        values: [hash],
      }),
    },
  ])("deletes $what", async ({ table, hours: killedAt, keeps, insert }) => {
    const { itemId } = await app.purchase(await app.user({ NGN: price }));
    await app.owner.query(`delete from ${table}`);
    await app.owner.query(insert(itemId));
    await hours(keeps);
    await app.runSchedule("delete_expired_rows");
    expect(await count(table)).toBe(1);
    await hours(killedAt);
    await app.runSchedule("delete_expired_rows");
    expect(await count(table)).toBe(0);
  });

  test("deletes the ids of an inbound message after 7 days", async () => {
    const { phone } = await requestConsent(app, await app.user({ NGN: price }));
    const notice = inboundSms(phone, "hello");
    await postGatewayNotice(app, "/sms/receive", notice);
    const readStored = async () =>
      (await app.owner.query("select from inbound_notices where notice_id in ($1, $2)", [notice.id, notice.message_id]))
        .rowCount;
    expect(await readStored()).toBe(1);
    await hours(7 * 24 - 0.01);
    await app.runSchedule("delete_expired_rows");
    expect(await readStored()).toBe(1);
    await hours(7 * 24 + 0.01);
    await app.runSchedule("delete_expired_rows");
    expect(await readStored()).toBe(0);
  });
});
