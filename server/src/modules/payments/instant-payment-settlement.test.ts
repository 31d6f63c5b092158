import { dollars, type Money, naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { deleteJobs } from "../../testing/queue.ts";
import {
  charge,
  check,
  createInstantPaymentSteps,
  topUpTransfer,
  webhookBody,
  webhookSecret,
} from "./testing/instant-payment-steps.ts";

let app: TestApp;
const { webhook, advanceMinutes, settleOpenPayments, verifyAfterTest, paymentState, purchaseState } =
  createInstantPaymentSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
beforeEach(() => settleOpenPayments());
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

const openCasesOf = async (reference: string) =>
  (
    await app.owner.query<{ kind: string; detail: string }>(
      "select c.kind, c.detail from cases c join payments p on p.id = c.object_id where p.reference = $1",
      [reference],
    )
  ).rows;

test("a webhook alone charges a purchase in two legs and starts its lookup", async () => {
  const user = await app.user();
  const bought = await app.purchase(user);
  const reference = await app.startPayment(user, bought);
  app.providers.cardPayments.reportPaid(reference);
  expect((await webhook(webhookBody(reference))).statusCode).toBe(200);
  await app.drainQueue();
  expect(await app.transfers(user)).toEqual(charge);
  expect(await app.wallets(user)).toEqual({ NGN: 0n, USD: 0n });
  expect(app.providers.personRecords.asked.filter((query) => query.nin === bought.nin)).toHaveLength(1);
});

describe("settling a payment [T-24]", () => {
  test.each([
    {
      what: "a top-up",
      start: (user: TestUser) => app.startPayment(user, naira(2_000_00n)),
      ends: [topUpTransfer(2_000_00n)],
    },
    {
      what: "a purchase",
      start: async (user: TestUser) => app.startPayment(user, await app.purchase(user)),
      ends: charge,
    },
  ])("settles $what once after concurrent checks, webhooks and jobs of two processes", async ({ start, ends }) => {
    const other = await app.startProcess();
    const user = await app.user();
    const reference = await start(user);
    app.providers.cardPayments.reportPaid(reference);
    const settleJob = { reference } as never;
    const done = await Promise.all(
      Array.from({ length: 5 }, (_, at) => [
        check(user, reference),
        webhook(webhookBody(reference)),
        check({ ...user, ...user.on(other.app) }, reference),
        (at % 2 ? other : app).product.jobs["settle_payment"]?.(settleJob),
      ]).flat(),
    );
    expect(done).toHaveLength(20);
    await app.drainQueue();
    await check(user, reference);
    expect(await app.transfers(user)).toEqual(ends);
    expect(await paymentState(reference)).toBe("succeeded");
  });

  test("credits a provider id once, whatever reference it comes with [R-06]", async () => {
    const user = await app.user();
    const [one, other] = [
      await app.startPayment(user, naira(2_000_00n)),
      await app.startPayment(user, naira(2_000_00n)),
    ];
    for (const reference of [one, other])
      app.providers.cardPayments.respondToQuery(reference, {
        kind: "successful",
        providerId: "same",
        paid: naira(2_000_00n),
        said: null,
      });
    await check(user, one);
    for (let time = 0; time < 3; time += 1)
      expect((await check(user, other)).json()).toMatchObject({ data: { status: "failed" } });
    expect(await app.transfers(user)).toEqual([topUpTransfer(2_000_00n)]);
    expect(await paymentState(other)).toBe("failed");
    expect(await openCasesOf(other)).toMatchObject([{ kind: "provider_id_used_again" }]);
    expect((await check(user, one)).json()).toMatchObject({ data: { status: "successful" } });
    expect(await openCasesOf(one)).toEqual([]);
  });
});

describe("the payment webhook [T-25]", () => {
  test.each<[string, Record<string, string>]>([
    ["no signature", {}],
    ["an empty signature", { "verif-hash": "" }],
    ["a different signature", { "verif-hash": "sandbox-flw-secret-hasH" }],
    ["part of the signature", { "verif-hash": webhookSecret.slice(0, -1) }],
    ["the signature in another header", { "x-verif-hash": webhookSecret }],
    ["the signature as a bearer token", { authorization: `Bearer ${webhookSecret}` }],
  ])("rejects %s without querying the provider", async (_what, headers) => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.reportPaid(reference);
    expect((await webhook(webhookBody(reference), headers)).statusCode).toBe(404);
    await app.drainQueue();
    expect(app.providers.cardPayments.queried).not.toContain(reference);
    expect(await app.transfers(user)).toEqual([]);
  });

  test.each(["", "{", "null", '"x"', "\u0000"])("rejects a signed but unreadable body (%j)", async (body) =>
    expect((await webhook(body)).statusCode).toBe(404),
  );

  test.each([
    '{"event":"transfer.completed","data":{"id":33286,"reference":"payout-1"}}',
    '{"event":"subscription.cancelled","data":{"status":"deactivated"}}',
    "[]",
    "{}",
    '{"data":{}}',
    '{"data":{"tx_ref":{}}}',
    `{"data":{"tx_ref":"${"x".repeat(200)}"}}`,
  ])("ignores a notice that is not a charge with 200 and counts it: %j [T-25]", async (body) => {
    const counted = async () =>
      Number(
        /idanimo_ignored_notices_total\{provider="flutterwave"\} (\d+)/.exec(await app.registry.metrics())?.[1] ??
          "NaN",
      );
    const before = await counted();
    const response = await webhook(body);
    expect([response.statusCode, response.json()]).toEqual([200, { status: "ignored" }]);
    expect(await counted()).toBe(before + 1);
    expect((await webhook(body, { "verif-hash": "forged" })).statusCode).toBe(404);
    expect(await counted()).toBe(before + 1);
  });

  test("settles by the provider's query response, whatever the webhook claims", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.respondToQuery(reference, { kind: "pending" });
    for (const but of [{ status: "successful" }, { amount: 9_999_999 }, { currency: "USD" }, { customer: { id: 1 } }])
      expect((await webhook(webhookBody(reference, but))).statusCode).toBe(200);
    await app.drainQueue();
    expect(app.providers.cardPayments.queried).toContain(reference);
    expect(await app.transfers(user)).toEqual([]);
    expect(await paymentState(reference)).toBe("initiated");
  });

  test("changes nothing when repeated, at once or three days later", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.reportPaid(reference);
    for (const day of [0, 0, 0, 1, 3]) {
      await advanceMinutes(day * 1_440);
      expect((await webhook(webhookBody(reference))).statusCode).toBe(200);
      await app.drainQueue();
    }
    expect(await app.transfers(user)).toEqual([topUpTransfer(2_000_00n)]);
  });

  test("accepts a reference that is not ours without effect", async () => {
    expect((await webhook(webhookBody("EA99999999999999"))).statusCode).toBe(200);
    await app.drainQueue();
  });

  test("queries the provider again later if it does not respond", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.respondToQuery(reference, { kind: "unreachable" });
    await webhook(webhookBody(reference));
    await app.drainQueue();
    expect(app.jobFailures()).toHaveLength(1);
    const { rows } = await app.owner.query<{ key: string }>("select key from graphile_worker.jobs where key = $1", [
      `settle_payment:${reference}`,
    ]);
    expect(rows).toHaveLength(1);
    await deleteJobs(app.owner, `settle_payment:${reference}`);
  });
});

describe("a payment of another amount [T-26]", () => {
  const topUp = naira(2_000_00n);
  test.each<{ what: string; came: { currency: string; minor: bigint }; detail: string }>([
    { what: "a kobo less", came: naira(1_999_99n), detail: "requested 200000 NGN, received 199999 NGN" },
    { what: "no money", came: naira(0n), detail: "requested 200000 NGN, received 0 NGN" },
    {
      what: "the same number in dollars",
      came: dollars(2_000_00n),
      detail: "requested 200000 NGN, received 200000 USD",
    },
    {
      what: "an unknown currency",
      came: { currency: "GHS", minor: 2_000_00n },
      detail: "requested 200000 NGN, received 200000 GHS",
    },
  ])("quarantines $what and opens one case [R-05]", async ({ came, detail }) => {
    const user = await app.user();
    const reference = await app.startPayment(user, topUp);
    app.providers.cardPayments.reportPaid(reference, came);
    for (let time = 0; time < 3; time += 1)
      expect((await check(user, reference)).json()).toMatchObject({ data: { status: "failed" } });
    expect(await app.transfers(user)).toEqual([]);
    expect(await openCasesOf(reference)).toEqual([{ kind: "payment_mismatch", detail }]);
  });

  test("does not look up an underpaid purchase", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    app.providers.cardPayments.reportPaid(reference, naira(587_99n));
    await check(user, reference);
    await app.drainQueue();
    expect(await purchaseState(bought)).toBe("initiated");
    expect(app.providers.personRecords.asked.some((query) => query.nin === bought.nin)).toBe(false);
  });

  test.each<{ what: string; start: (user: TestUser) => Promise<string>; came: Money; ends: readonly string[] }>([
    {
      what: "of a top-up",
      start: (user) => app.startPayment(user, topUp),
      came: naira(2_000_01n),
      ends: [topUpTransfer(2_000_01n)],
    },
    {
      what: "of a purchase",
      start: async (user) => app.startPayment(user, await app.purchase(user)),
      came: naira(600_00n),
      ends: [topUpTransfer(12_00n), ...charge],
    },
  ])("credits the surplus $what to the wallet", async ({ start, came, ends }) => {
    const user = await app.user();
    const reference = await start(user);
    app.providers.cardPayments.reportPaid(reference, came);
    await check(user, reference);
    await check(user, reference);
    expect([...(await app.transfers(user))].sort((one, other) => one.localeCompare(other))).toEqual(
      [...ends].sort((one, other) => one.localeCompare(other)),
    );
  });
});

describe("a payment of another user [T-27]", () => {
  test("returns the same 404 as an unknown reference, without querying the provider", async () => {
    const [owner, other] = [await app.user(), await app.user()];
    const reference = await app.startPayment(owner, naira(2_000_00n));
    app.providers.cardPayments.reportPaid(reference);
    const foreign = await check(other, reference);
    const never = await check(other, "EA00000000000000");
    expect([foreign.statusCode, foreign.body]).toEqual([404, never.body]);
    expect(app.providers.cardPayments.queried).not.toContain(reference);
    await check(owner, reference);
    expect(await app.wallets(owner)).toMatchObject({ NGN: 2_000_00n });
    expect(await app.wallets(other)).toMatchObject({ NGN: 0n });
  });

  test("cannot be started for another user's purchase", async () => {
    const [owner, other] = [await app.user(), await app.user()];
    const bought = await app.purchase(owner);
    await expect(app.startPayment(other, bought)).rejects.toThrow("not_found");
  });
});

describe("a late success [T-24 R-05]", () => {
  test.each(["failed", "cancelled"] as const)("is credited once after the provider reported %s", async (message) => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.respondToQuery(reference, {
      kind: message,
      providerId: "x",
      paid: naira(2_000_00n),
      said: "Declined",
    });
    expect((await check(user, reference)).json()).toMatchObject({
      data: { status: message, processor_response: "Declined" },
    });
    expect(await app.transfers(user)).toEqual([]);
    app.providers.cardPayments.reportPaid(reference);
    await advanceMinutes(61);
    await app.runSchedule("reconcile_payments");
    await app.runSchedule("reconcile_payments");
    expect(await app.transfers(user)).toEqual([topUpTransfer(2_000_00n)]);
    expect(await paymentState(reference)).toBe("succeeded");
  });

  test("is credited once after its payment page expired", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    await advanceMinutes(31);
    await app.runSchedule("reconcile_payments");
    expect(await paymentState(reference)).toBe("expired");
    app.providers.cardPayments.reportPaid(reference);
    expect((await check(user, reference)).json()).toMatchObject({ data: { status: "successful" } });
    expect(await app.transfers(user)).toEqual([topUpTransfer(2_000_00n)]);
  });

  test("is credited once for an expired quote, whose purchase stays abandoned", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    await advanceMinutes(31);
    await app.runSchedule("reconcile_payments");
    expect(await purchaseState(bought)).toBe("abandoned");
    app.providers.cardPayments.reportPaid(reference);
    await check(user, reference);
    await webhook(webhookBody(reference));
    await app.drainQueue();
    expect(await app.transfers(user)).toEqual([topUpTransfer(588_00n)]);
    expect(await purchaseState(bought)).toBe("abandoned");
    expect(app.providers.personRecords.asked.some((query) => query.nin === bought.nin)).toBe(false);
  });

  test("is credited once for a purchase paid from the wallet in the meantime", async () => {
    const user = await app.user({ NGN: 588_00n });
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    const { sessionCode, transactionID, amount } = bought;
    await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
    app.providers.cardPayments.reportPaid(reference);
    await check(user, reference);
    expect(await app.wallets(user)).toEqual({ NGN: 588_00n, USD: 0n });
    expect(await app.transfers(user)).toContain(topUpTransfer(588_00n));
  });

  test("is credited once for the second of two payments of one purchase", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const references = [await app.startPayment(user, bought), await app.startPayment(user, bought)];
    for (const reference of references) app.providers.cardPayments.reportPaid(reference);
    await Promise.all(references.map((reference) => check(user, reference)));
    expect([...(await app.transfers(user))].sort((one, other) => one.localeCompare(other))).toEqual([
      topUpTransfer(588_00n),
      ...charge,
    ]);
  });
});
