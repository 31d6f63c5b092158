import { naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

const path = "/transaction/wallet-payment";
const bodyOf = ({ sessionCode, transactionID, amount }: TestPurchase) => ({ sessionCode, transactionID, amount });
const pay = (user: TestUser, bought: TestPurchase, headers = {}) => user.post(path, bodyOf(bought), headers);
const charge = ["VERIFICATION wallet>revenue 50000", "VERIFICATION wallet>tax 8800"];

async function expectNothingCharged(user: TestUser, bought: TestPurchase): Promise<void> {
  expect(await app.transfers(user)).toEqual([]);
  const { rows } = await app.owner.query(
    "select p.state, i.state as item from purchases p join purchase_items i on i.purchase_id = p.id where p.id = $1",
    [bought.id],
  );
  expect(rows).toEqual([{ state: "initiated", item: "priced" }]);
}

test("charges the frozen price in two legs and starts the lookup [R-04]", async () => {
  const user = await app.user({ NGN: 588_00n });
  const bought = await app.purchase(user);
  expect((await pay(user, bought)).json()).toEqual({ status: "success" });
  expect(await app.transfers(user)).toEqual(charge);
  expect(await app.wallets(user)).toEqual({ NGN: 0n, USD: 0n });
  await app.drainQueue();
  expect(app.providers.personRecords.asked.filter((query) => query.nin === bought.nin)).toHaveLength(1);
});

describe("tampered input [T-21]", () => {
  const tampered: readonly [string, object, number, string][] = [
    ["a kobo less", { amount: "587.99" }, 409, "amount_mismatch"],
    ["a kobo more", { amount: "588.01" }, 409, "amount_mismatch"],
    ["a hundredth of it", { amount: 5.88 }, 409, "amount_mismatch"],
    ["the price without its tax", { amount: 500 }, 409, "amount_mismatch"],
    ["no amount", { amount: undefined }, 400, "bad_input"],
    ["a zero amount", { amount: 0 }, 400, "bad_input"],
    ["a negative amount", { amount: -588 }, 400, "bad_input"],
    ["three decimals", { amount: "588.000" }, 400, "bad_input"],
    ["an exponent", { amount: "5.88e2" }, 400, "bad_input"],
    ["an amount in a list", { amount: [588] }, 400, "bad_input"],
    ["an unknown session code", { sessionCode: "AAAAAAAAAAAAAAAAAAAAAA" }, 404, "not_found"],
    ["a malformed session code", { sessionCode: "' or true --" }, 400, "bad_input"],
    ["an unknown reference", { transactionID: "EA00000000000000" }, 404, "not_found"],
    ["a malformed reference", { transactionID: "EA1" }, 400, "bad_input"],
    ["an extra price", { price: 1 }, 400, "bad_input"],
    ["an extra currency", { currency: "USD" }, 400, "bad_input"],
    ["an extra status", { status: "paid" }, 400, "bad_input"],
    ["another payer", { ownerId: "00000000-0000-4000-8000-000000000001" }, 400, "bad_input"],
    ["a prototype property", JSON.parse('{"constructor":{"prototype":{"amount":1}}}') as object, 400, "bad_input"],
  ];
  test.each(tampered)("rejects %s", async (_what, change, status, code) => {
    const user = await app.user({ NGN: 5_000_00n, USD: 50_00n });
    const bought = await app.purchase(user);
    const response = await user.post(path, { ...bodyOf(bought), ...change });
    expect({ status: response.statusCode, code: response.json<{ code: string }>().code }).toEqual({ status, code });
    await expectNothingCharged(user, bought);
  });

  test("rejects another user's purchase with correct values", async () => {
    const [owner, thief] = [await app.user({ NGN: 5_000_00n }), await app.user({ NGN: 5_000_00n })];
    const bought = await app.purchase(owner);
    expect((await pay(thief, bought)).statusCode).toBe(404);
    await expectNothingCharged(owner, bought);
    expect(await app.transfers(thief)).toEqual([]);
  });

  test("rejects the reference of one purchase with the session of another", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const [one, other] = [await app.purchase(user), await app.purchase(user)];
    const response = await user.post(path, { ...bodyOf(one), transactionID: other.transactionID });
    expect(response.statusCode).toBe(404);
    await expectNothingCharged(user, one);
  });

  test.each(["amount", "total", "price", "tax", "rate", "quote", "transactionID", "sessionCode", "ownerId", "state"])(
    "rejects a %s from the browser when a purchase is created",
    async (name) => {
      const user = await app.user();
      const made = await user.post("/verification/session", {
        nin: "12345678901",
        currency: "NGN",
        purpose: { code: "employment" },
        [name]: 1,
      });
      expect(made.json()).toMatchObject({ code: "bad_input", fields: { [name]: expect.any(String) as string } });
    },
  );

  test("does not complete a purchase because the browser reports it so [PAY-16 F-07]", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    const response = await user.post("/verification/submit", {
      sessionCode: bought.sessionCode,
      sessionStatus: "COMPLETED",
    });
    expect(response.json()).toMatchObject({ status: 409, code: "purchase_unpaid" });
    await app.drainQueue();
    await expectNothingCharged(user, bought);
    expect(app.providers.personRecords.asked.some((query) => query.nin === bought.nin)).toBe(false);
  });
});

describe("problems of a wallet payment", () => {
  test("rejects a balance one kobo short [PAY-09]", async () => {
    const user = await app.user({ NGN: 587_99n, USD: 500_00n });
    const bought = await app.purchase(user);
    const response = await pay(user, bought);
    expect(response.json()).toMatchObject({ status: 402, code: "wallet_balance_low", title: "Wallet Balance Low" });
    await expectNothingCharged(user, bought);
  });

  test.each([
    { active: "NGN", currency: "USD" },
    { active: "USD", currency: "NGN" },
  ] as const)(
    "rejects a price in $currency while the $active wallet is active [PAY-08 O-22]",
    async ({ active, currency }) => {
      const user = await app.user({ NGN: 500_000_00n, USD: 500_00n });
      const bought = await app.purchase(user, { currency });
      await app.owner.query("update owners set active_currency = $1 where id = $2", [active, user.id]);
      expect((await pay(user, bought)).json()).toMatchObject({ status: 409, code: "currency_mismatch" });
      await expectNothingCharged(user, bought);
    },
  );

  test.each([
    { second: 899, status: 200, why: "is paid a second before its end" },
    { second: 900, status: 409, why: "is rejected at its end" },
  ])("a 15-minute quote $why", async ({ second, status }) => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    await app.owner.query(
      "update purchases set quote_ends_at = created_at + interval '15 minutes', created_at = created_at where id = $1",
      [bought.id],
    );
    // exactly that timestamp, however long the test has taken
    await app.owner.query(
      `create or replace function product_now() returns timestamptz language sql stable parallel safe as $$
       select (select created_at from purchases where id = '${bought.id}') + interval '${second} seconds' $$`,
    );
    const response = await pay(user, bought);
    expect(response.statusCode).toBe(status);
    await app.setClockOffset(0);
    expect((await app.transfers(user)).length).toBe(status === 200 ? 2 : 0);
  });
});

describe("concurrent payments [T-22]", () => {
  test("charge one purchase once for fifty requests in two processes", async () => {
    const other = await app.startProcess();
    const user = await app.user({ NGN: 588_00n * 60n });
    const bought = await app.purchase(user);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => pay({ ...user, ...(at % 2 ? user.on(other.app) : {}) }, bought)),
    );
    expect(new Set(responses.map((response) => response.body))).toEqual(new Set(['{"status":"success"}']));
    expect(await app.transfers(user)).toEqual(charge);
    expect((await app.wallets(user)).NGN).toBe(588_00n * 59n);
    const { rows } = await app.owner.query(
      "select from audit_log where object_id = $1 and action = 'paid_from_wallet'",
      [bought.id],
    );
    expect(rows).toHaveLength(1);
  });

  test("pay ten of fifty purchases with money for ten, down to a zero balance [R-02]", async () => {
    const other = await app.startProcess();
    const user = await app.user({ NGN: 588_00n * 10n });
    const bought = await Promise.all(Array.from({ length: 50 }, () => app.purchase(user)));
    const responses = await Promise.all(
      bought.map((one, at) => pay({ ...user, ...(at % 2 ? user.on(other.app) : {}) }, one)),
    );
    const codes = responses.map((response) => response.statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    expect(codes.filter((code) => code === 402)).toHaveLength(40);
    expect(await app.wallets(user)).toEqual({ NGN: 0n, USD: 0n });
  });

  test("succeed beside invalid members of their batch", async () => {
    const [rich, poor] = [await app.user({ NGN: 5_000_00n }), await app.user()];
    const [good, low] = [await app.purchase(rich), await app.purchase(poor)];
    const responses = await Promise.all([
      pay(rich, good),
      pay(poor, low),
      pay(poor, good),
      rich.post(path, { ...bodyOf(good), amount: 1 }),
    ]);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 402, 404, 409]);
  });

  test("charge once for wallet and provider, and credit the excess to the wallet", async () => {
    const user = await app.user({ NGN: 588_00n });
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    app.providers.cardPayments.reportPaid(reference);
    const [paid, checked] = await Promise.all([
      pay(user, bought),
      user.get(`/payment/check?transactionRef=${reference}`),
    ]);
    expect(checked.json()).toMatchObject({ data: { status: "successful" } });
    expect([200, 409]).toContain(paid.statusCode);
    expect((await app.transfers(user)).filter((line) => line.startsWith("VERIFICATION"))).toHaveLength(2);
    expect((await app.wallets(user)).NGN).toBe(588_00n); // either way: 588 received, 588 charged
  });
});

describe("an Idempotency-Key [T-23]", () => {
  const key = (value: string) => ({ "idempotency-key": value });

  test("with the same body returns the first response, also an error, and charges once", async () => {
    const user = await app.user({ NGN: 588_00n });
    const [one, other] = [await app.purchase(user), await app.purchase(user)];
    const first = await pay(user, one, key("a"));
    const again = await pay(user, one, key("a"));
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    const rejected = await pay(user, other, key("b"));
    expect(rejected.statusCode).toBe(402);
    await app.startPayment(user, naira(1_000_00n)).then(async (reference) => {
      app.providers.cardPayments.reportPaid(reference);
      await user.get(`/payment/check?transactionRef=${reference}`);
    });
    const refusedAgain = await pay(user, other, key("b"));
    expect([refusedAgain.statusCode, refusedAgain.body]).toEqual([402, rejected.body]);
    expect(refusedAgain.headers["content-type"]).toBe(rejected.headers["content-type"]);
    expect((await pay(user, other, key("c"))).statusCode).toBe(200);
  });

  test("with another body is rejected with 422", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const [one, other] = [await app.purchase(user), await app.purchase(user)];
    await pay(user, one, key("a"));
    const response = await pay(user, other, key("a"));
    expect(response.json()).toMatchObject({ status: 422, code: "same_key_other_body" });
    await expectState(other, "initiated");
  });

  test("is separate for each user and operation", async () => {
    const [one, other] = [await app.user({ NGN: 5_000_00n }), await app.user({ NGN: 5_000_00n })];
    expect((await pay(one, await app.purchase(one), key("same"))).statusCode).toBe(200);
    expect((await pay(other, await app.purchase(other), key("same"))).statusCode).toBe(200);
    const topUp = { type: "TOPUP", amount: 1_000, currency: "NGN" };
    expect((await one.post("/payment/flexi-initiate", topUp, key("same"))).statusCode).toBe(200);
  });

  test("opens one payment page, however often it is repeated", async () => {
    const user = await app.user();
    const topUp = { type: "TOPUP", amount: 1_000, currency: "NGN" };
    const before = app.providers.cardPayments.orders.length;
    const first = await user.post("/payment/flexi-initiate", topUp, key("page"));
    const again = await user.post("/payment/flexi-initiate", topUp, key("page"));
    expect(again.body).toBe(first.body);
    expect(app.providers.cardPayments.orders.length).toBe(before + 1);
  });

  test("in progress is rejected with 409, and is free again after its request died", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    await pay(user, bought, key("lost"));
    // the state after a kill between the charge and storing the response
    await app.owner.query("update idempotency_keys set status = null, body = null where owner_id = $1", [user.id]);
    expect((await pay(user, bought, key("lost"))).json()).toMatchObject({ status: 409, code: "same_key_in_flight" });
    await app.setClockOffset(61_000);
    expect((await pay(user, bought, key("lost"))).json()).toEqual({ status: "success" });
    expect(await app.transfers(user)).toEqual(charge);
  });

  test("charges once for twenty concurrent requests", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    const responses = await Promise.all(Array.from({ length: 20 }, () => pay(user, bought, key("burst"))));
    for (const response of responses) expect([200, 409]).toContain(response.statusCode);
    expect(responses.some((response) => response.statusCode === 200)).toBe(true);
    expect(await app.transfers(user)).toEqual(charge);
  });

  test.each(["", "x".repeat(201)])("that is empty or too long is rejected", async (value) => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    expect((await pay(user, bought, key(value))).statusCode).toBe(400);
    await expectNothingCharged(user, bought);
  });
});

async function expectState(bought: TestPurchase, state: string): Promise<void> {
  const { rows } = await app.owner.query("select state from purchases where id = $1", [bought.id]);
  expect(rows).toEqual([{ state }]);
}

test("a retry without a key after a lost response charges once", async () => {
  const user = await app.user({ NGN: 5_000_00n });
  const bought = await app.purchase(user);
  await pay(user, bought);
  await app.drainQueue();
  expect((await pay(user, bought)).json()).toEqual({ status: "success" });
  expect(await app.transfers(user)).toEqual(charge);
});

test("a purchase paid at the provider is not paid again from the wallet", async () => {
  const user = await app.user({ NGN: 5_000_00n });
  const bought = await app.purchase(user);
  const reference = await app.startPayment(user, bought);
  app.providers.cardPayments.reportPaid(reference);
  await user.get(`/payment/check?transactionRef=${reference}`);
  expect((await pay(user, bought)).json()).toMatchObject({ status: 409, code: "already_paid" });
  expect(await app.wallets(user)).toEqual({ NGN: 5_000_00n, USD: 0n });
});

test.each(["", "Bearer x", "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])(
  "rejects a request without a valid session (%j)",
  async (authorization) => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    expect((await pay(user, bought, { authorization })).statusCode).toBe(401);
    await expectNothingCharged(user, bought);
  },
);
