import { dollars, type Money, naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";
import { deleteJobs } from "../../testing/queue.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
beforeEach(() => settleOpenPayments());
afterEach(async () => {
  const failures = app.jobFailures();
  if (failures.length > 0)
    throw new AggregateError(
      failures.map(({ error }) => error),
      "a job failed",
    );
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

const check = (user: TestUser, reference: string) => user.get(`/payment/check?transactionRef=${reference}`);
const secret = "sandbox-flw-secret-hash";
const webhook = (body: string, headers: Record<string, string> = { "verif-hash": secret }) =>
  app.app.inject({
    method: "POST",
    url: "/api/v2/payment/webhook/flutterwave",
    payload: body,
    headers: { "content-type": "application/json", ...headers },
  });
const webhookBody = (reference: string, but: object = {}) =>
  JSON.stringify({ event: "charge.completed", data: { id: 1, tx_ref: reference, status: "successful", ...but } });
const advanceMinutes = (count: number) => app.setClockOffset(count * 60_000);
const charge = ["VERIFICATION provider_cash>revenue 50000", "VERIFICATION provider_cash>tax 8800"];

/** Closes payments left open by earlier tests, so that the reconciler queries only those of the current test. */
async function settleOpenPayments(): Promise<void> {
  await app.owner.query(
    "update payments set state = 'expired', checked_at = now(), created_at = now() - interval '9 days' where state = 'initiated'",
  );
  await app.owner.query("update payments set created_at = now() - interval '9 days'");
  app.providers.cardPayments.queried.length = 0;
}

async function paymentState(reference: string): Promise<string | undefined> {
  const { rows } = await app.owner.query<{ state: string }>("select state from payments where reference = $1", [
    reference,
  ]);
  return rows[0]?.state;
}
async function purchaseState(bought: TestPurchase): Promise<string | undefined> {
  const { rows } = await app.owner.query<{ state: string }>("select state from purchases where id = $1", [bought.id]);
  return rows[0]?.state;
}
const openCasesOf = async (reference: string) =>
  (
    await app.owner.query<{ kind: string; detail: string }>(
      "select c.kind, c.detail from cases c join payments p on p.id = c.object_id where p.reference = $1",
      [reference],
    )
  ).rows;
const topUpTransfer = (minor: bigint) => `TOPUP provider_cash>wallet ${minor}`;

test("a webhook alone charges a purchase in two legs and starts its lookup", async () => {
  const user = await app.user();
  const bought = await app.purchase(user);
  const reference = await app.startPayment(user, bought);
  app.providers.cardPayments.reportPaid(reference);
  expect((await webhook(webhookBody(reference))).statusCode).toBe(200);
  await app.drainQueue();
  expect(await app.transfers(user)).toEqual(charge);
  expect(await app.wallets(user)).toEqual({ NGN: 0n, USD: 0n });
  expect(app.providers.personRecords.asked.filter((asked) => asked.nin === bought.nin)).toHaveLength(1);
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
    ["part of the signature", { "verif-hash": secret.slice(0, -1) }],
    ["the signature in another header", { "x-verif-hash": secret }],
    ["the signature as a bearer token", { authorization: `Bearer ${secret}` }],
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
    const answer = await webhook(body);
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ignored" }]);
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
    { what: "a kobo less", came: naira(1_999_99n), detail: "asked 200000 NGN, came 199999 NGN" },
    { what: "no money", came: naira(0n), detail: "asked 200000 NGN, came 0 NGN" },
    { what: "the same number in dollars", came: dollars(2_000_00n), detail: "asked 200000 NGN, came 200000 USD" },
    {
      what: "an unknown currency",
      came: { currency: "GHS", minor: 2_000_00n },
      detail: "asked 200000 NGN, came 200000 GHS",
    },
  ])("quarantines $what and opens one case [R-05]", async ({ came, detail }) => {
    const user = await app.user();
    const reference = await app.startPayment(user, topUp);
    app.providers.cardPayments.reportPaid(reference, came);
    for (let time = 0; time < 3; time += 1)
      expect((await check(user, reference)).json()).toMatchObject({ data: { status: "failed" } });
    expect(await app.transfers(user)).toEqual([]);
    expect(await openCasesOf(reference)).toEqual([{ kind: "payment_does_not_fit", detail }]);
  });

  test("does not look up an underpaid purchase", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    app.providers.cardPayments.reportPaid(reference, naira(587_99n));
    await check(user, reference);
    await app.drainQueue();
    expect(await purchaseState(bought)).toBe("initiated");
    expect(app.providers.personRecords.asked.some((asked) => asked.nin === bought.nin)).toBe(false);
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
  test.each(["failed", "cancelled"] as const)("is credited once after the provider reported %s", async (said) => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.respondToQuery(reference, {
      kind: said,
      providerId: "x",
      paid: naira(2_000_00n),
      said: "Declined",
    });
    expect((await check(user, reference)).json()).toMatchObject({
      data: { status: said, processor_response: "Declined" },
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
    expect(app.providers.personRecords.asked.some((asked) => asked.nin === bought.nin)).toBe(false);
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

describe("the reconciler", () => {
  test("settles a payment that had no webhook and no check", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.reportPaid(reference);
    await app.runSchedule("reconcile_payments");
    expect(await app.transfers(user)).toEqual([]); // the first ten seconds are left to the browser
    await advanceMinutes(1);
    await app.runSchedule("reconcile_payments");
    expect(await app.transfers(user)).toEqual([topUpTransfer(2_000_00n)]);
  });

  test("abandons an unpaid quote, but not one whose payment is undecided", async () => {
    const user = await app.user();
    const [unpaid, undecided] = [await app.purchase(user), await app.purchase(user)];
    const reference = await app.startPayment(user, undecided);
    app.providers.cardPayments.respondToQuery(reference, { kind: "pending" });
    await advanceMinutes(16);
    await app.runSchedule("reconcile_payments");
    expect(await purchaseState(unpaid)).toBe("abandoned");
    expect(await purchaseState(undecided)).toBe("initiated");
    app.providers.cardPayments.reportPaid(reference);
    await check(user, reference);
    expect(await app.transfers(user)).toEqual(charge);
  });

  test("queries an ended payment once an hour for three days", async () => {
    const user = await app.user();
    await app.startPayment(user, naira(2_000_00n));
    const askedAt = async (minute: number) => {
      app.providers.cardPayments.queried.length = 0;
      await advanceMinutes(minute);
      await app.runSchedule("reconcile_payments");
      return app.providers.cardPayments.queried.length;
    };
    expect(await askedAt(31)).toBe(1);
    expect(await askedAt(60)).toBe(0);
    expect(await askedAt(92)).toBe(1);
    expect(await askedAt(3 * 1_440 - 1)).toBe(1);
    expect(await askedAt(3 * 1_440 + 1)).toBe(0);
  });

  test("queries a payment that is still undecided after four days, and settles it", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.respondToQuery(reference, { kind: "unreachable" });
    await advanceMinutes(1);
    await app.runSchedule("reconcile_payments");
    await advanceMinutes(4 * 1_440);
    await app.runSchedule("reconcile_payments");
    expect(app.providers.cardPayments.queried).toEqual([reference, reference]);
    expect(await paymentState(reference)).toBe("initiated");
    app.providers.cardPayments.reportPaid(reference);
    await advanceMinutes(4 * 1_440 + 1);
    await app.runSchedule("reconcile_payments");
    expect(await paymentState(reference)).toBe("succeeded");
    expect(await app.transfers(user)).toEqual([topUpTransfer(2_000_00n)]);
  });

  test("continues with other payments if one cannot be settled", async () => {
    const user = await app.user();
    const [bad, good] = [
      await app.startPayment(user, naira(2_000_00n)),
      await app.startPayment(user, naira(3_000_00n)),
    ];
    app.providers.cardPayments.reportPaid(good);
    app.providers.cardPayments.onAsk = (reference) =>
      reference === bad ? Promise.reject(new Error("the adapter failed")) : Promise.resolve();
    const unpaid = await app.purchase(user);
    await advanceMinutes(16);
    await app.runSchedule("reconcile_payments").catch(() => undefined); // it may report the failure, but must continue
    app.providers.cardPayments.onAsk = undefined;
    expect(await app.transfers(user)).toEqual([topUpTransfer(3_000_00n)]);
    expect(await purchaseState(unpaid)).toBe("abandoned");
  });

  test("is not blocked by payments for which the provider does not respond", async () => {
    const user = await app.user();
    for (let at = 0; at < 52; at += 1)
      app.providers.cardPayments.respondToQuery(await app.startPayment(user, naira(1_000_00n)), {
        kind: "unreachable",
      });
    const last = await app.startPayment(user, naira(4_000_00n));
    app.providers.cardPayments.reportPaid(last);
    await advanceMinutes(1);
    await app.runSchedule("reconcile_payments");
    await app.runSchedule("reconcile_payments");
    expect(await app.transfers(user)).toEqual([topUpTransfer(4_000_00n)]);
  });
});

describe("the limits of a top-up [F-20]", () => {
  const start = (user: TestUser, amount: unknown, currency = "NGN") =>
    user.post("/payment/flexi-initiate", { type: "TOPUP", amount, currency });
  test.each([
    { amount: "999.99", currency: "NGN", code: "top_up_too_small", message: "Minimum top-up amount is ₦1,000" },
    { amount: 1_000, currency: "NGN", code: undefined, message: undefined },
    { amount: "9.99", currency: "USD", code: "top_up_too_small", message: "Minimum top-up amount is $10.00" },
    { amount: 10, currency: "USD", code: undefined, message: undefined },
    { amount: 5_000_000, currency: "NGN", code: undefined, message: undefined },
    {
      amount: "5000000.01",
      currency: "NGN",
      code: "top_up_too_large",
      message: expect.stringContaining("₦5,000,000") as string,
    },
    {
      amount: "5000.01",
      currency: "USD",
      code: "top_up_too_large",
      message: expect.stringContaining("$5,000") as string,
    },
  ])("$amount $currency: $code [WALLET-06 WALLET-07 T-31]", async ({ amount, currency, code, message }) => {
    const answer = await start(await app.user(), amount, currency);
    expect(answer.json()).toMatchObject(code ? { status: 422, code, message } : { status: "success" });
  });

  test.each([["-5000"], ["5e3"], [null], ["1000.001"]])("rejects %j as an amount [T-31]", async (amount) => {
    expect((await start(await app.user(), amount)).statusCode).toBe(400);
  });
});

describe("card testing [T-37]", () => {
  const openCases = async ({ id }: TestUser) =>
    (await app.owner.query<{ kind: string }>("select kind from cases where object_id = $1 and closed_at is null", [id]))
      .rows;
  const start = (user: TestUser) =>
    user.post("/payment/flexi-initiate", { type: "TOPUP", amount: 1_000, currency: "NGN" });
  /** Makes one payment that the provider declines; false if it could not be started. */
  const fail = async (user: TestUser): Promise<boolean> => {
    const started = await start(user);
    if (started.statusCode !== 200) return false;
    const reference = started.json<{ data: { txRef: string } }>().data.txRef;
    const word = { kind: "failed", providerId: `declined-${reference}`, paid: naira(0n), said: "Declined" } as const;
    app.providers.cardPayments.respondToQuery(reference, word);
    await check(user, reference);
    return true;
  };

  test("is stopped after 20 failures with one case, and may continue after a day", async () => {
    const [user, other] = [await app.user(), await app.user()];
    const opened = app.providers.cardPayments.orders.length;
    for (let time = 0; time < 50; time += 1) expect([time, await fail(user)]).toEqual([time, time < 20]);
    expect(app.providers.cardPayments.orders.length - opened).toBe(20);
    expect((await start(user)).json()).toMatchObject({
      code: "too_many_requests",
      message: expect.stringContaining("24 hours") as string,
    });
    expect(await openCases(user)).toEqual([{ kind: "card_testing" }]);
    expect((await start(other)).statusCode).toBe(200);
    await advanceMinutes(24 * 60 + 1);
    await app.owner.query("delete from rate_limits"); // the rate limiter's own clock did not advance
    expect((await start(user)).statusCode).toBe(200);
  });

  test("is not assumed for a user with few failures among successes", async () => {
    const user = await app.user();
    for (let time = 0; time < 5; time += 1) {
      const reference = await app.startPayment(user, naira(1_000_00n));
      app.providers.cardPayments.reportPaid(reference);
      await check(user, reference);
    }
    for (let time = 0; time < 20; time += 1) await fail(user);
    expect((await start(user)).statusCode).toBe(200);
    expect(await openCases(user)).toEqual([]);
  });
});

describe("startPayment [T-21]", () => {
  test.each<[string, object, string]>([
    ["another amount", { amount: 1 }, "amount_mismatch"],
    ["another currency", { currency: "USD" }, "amount_mismatch"],
    ["no purchase", { sessionCode: undefined }, "not_found"],
    ["a reference from the browser", { tx_ref: "EA00000000000001" }, "bad_input"],
    ["a status", { status: "successful" }, "bad_input"],
    ["an unknown type", { type: "REFUND" }, "bad_input"],
  ])("rejects %s and opens no page", async (_what, change, code) => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const { sessionCode, amount } = bought;
    const opened = app.providers.cardPayments.orders.length;
    const answer = await user.post("/payment/flexi-initiate", {
      type: "VERIFICATION",
      amount,
      currency: "NGN",
      sessionCode,
      ...change,
    });
    expect(answer.json()).toMatchObject({ code });
    expect(app.providers.cardPayments.orders.length).toBe(opened);
  });

  test("rejects a paid purchase and an expired quote", async () => {
    const user = await app.user({ NGN: 588_00n });
    const [paid, over] = [await app.purchase(user), await app.purchase(user)];
    const { sessionCode, transactionID, amount } = paid;
    await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
    await expect(app.startPayment(user, paid)).rejects.toThrow("already_paid");
    await advanceMinutes(16);
    await expect(app.startPayment(user, over)).rejects.toThrow("quote_ended");
  });

  test.each([
    { page: { kind: "failed", why: "http_500" }, code: "payment_not_started", words: "Failed to initialize payment" },
    { page: { kind: "no_link" }, code: "payment_without_link", words: "Response data does not contain a link" },
  ] as const)(
    "returns 502 if the page is not opened ($page.kind), and keeps the reference",
    async ({ page, code, words }) => {
      const user = await app.user();
      app.providers.cardPayments.respondToOpen(page);
      const answer = await user.post("/payment/flexi-initiate", { type: "TOPUP", amount: 1_000, currency: "NGN" });
      app.providers.cardPayments.respondToOpen("link");
      expect(answer.json()).toMatchObject({ status: 502, code, message: words });
      const reference = app.providers.cardPayments.orders.at(-1)?.reference ?? "";
      app.providers.cardPayments.reportPaid(reference); // the response was lost, but the page was opened
      await check(user, reference);
      expect(await app.transfers(user)).toEqual([topUpTransfer(1_000_00n)]);
    },
  );

  test("reserves the reference before it calls the provider", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(1_000_00n));
    expect(app.providers.cardPayments.orders.at(-1)).toMatchObject({
      reference,
      amount: naira(1_000_00n),
      payer: { email: user.email },
    });
    expect(reference).toMatch(/^EA[0-9]{14}$/);
  });
});
