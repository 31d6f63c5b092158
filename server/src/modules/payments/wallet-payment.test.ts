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

test("R-04 a wallet payment charges the frozen price in two legs and starts the look-up", async () => {
  const user = await app.user({ NGN: 588_00n });
  const bought = await app.purchase(user);
  expect((await pay(user, bought)).json()).toEqual({ status: "success" });
  expect(await app.transfers(user)).toEqual(charge);
  expect(await app.wallets(user)).toEqual({ NGN: 0n, USD: 0n });
  await app.drainQueue();
  expect(app.providers.personRecords.asked.filter((asked) => asked.nin === bought.nin)).toHaveLength(1);
});

describe("T-21 what a browser says is compared and never used", () => {
  const tampered: readonly [string, object, number, string][] = [
    ["a kobo less", { amount: "587.99" }, 409, "amount_mismatch"],
    ["a kobo more", { amount: "588.01" }, 409, "amount_mismatch"],
    ["a hundredth of it", { amount: 5.88 }, 409, "amount_mismatch"],
    ["the price without its tax", { amount: 500 }, 409, "amount_mismatch"],
    ["no amount", { amount: undefined }, 400, "bad_input"],
    ["nothing", { amount: 0 }, 400, "bad_input"],
    ["a negative amount", { amount: -588 }, 400, "bad_input"],
    ["three places", { amount: "588.000" }, 400, "bad_input"],
    ["an exponent", { amount: "5.88e2" }, 400, "bad_input"],
    ["a list", { amount: [588] }, 400, "bad_input"],
    ["a session code of nobody", { sessionCode: "AAAAAAAAAAAAAAAAAAAAAA" }, 404, "not_found"],
    ["a session code that is none", { sessionCode: "' or true --" }, 400, "bad_input"],
    ["a label of nobody", { transactionID: "EA00000000000000" }, 404, "not_found"],
    ["a label that is none", { transactionID: "EA1" }, 400, "bad_input"],
    ["a price beside it", { price: 1 }, 400, "bad_input"],
    ["a currency beside it", { currency: "USD" }, 400, "bad_input"],
    ["a state beside it", { status: "paid" }, 400, "bad_input"],
    ["another payer", { ownerId: "00000000-0000-4000-8000-000000000001" }, 400, "bad_input"],
    ["a prototype", JSON.parse('{"constructor":{"prototype":{"amount":1}}}') as object, 400, "bad_input"],
  ];
  test.each(tampered)("%s", async (_what, change, status, code) => {
    const user = await app.user({ NGN: 5_000_00n, USD: 50_00n });
    const bought = await app.purchase(user);
    const answer = await user.post(path, { ...bodyOf(bought), ...change });
    expect({ status: answer.statusCode, code: answer.json<{ code: string }>().code }).toEqual({ status, code });
    await expectNothingCharged(user, bought);
  });

  test("a purchase of somebody else, with everything right about it", async () => {
    const [owner, thief] = [await app.user({ NGN: 5_000_00n }), await app.user({ NGN: 5_000_00n })];
    const bought = await app.purchase(owner);
    expect((await pay(thief, bought)).statusCode).toBe(404);
    await expectNothingCharged(owner, bought);
    expect(await app.transfers(thief)).toEqual([]);
  });

  test("the label of one purchase with the session of another", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const [one, other] = [await app.purchase(user), await app.purchase(user)];
    const answer = await user.post(path, { ...bodyOf(one), transactionID: other.transactionID });
    expect(answer.statusCode).toBe(404);
    await expectNothingCharged(user, one);
  });

  test.each(["amount", "total", "price", "tax", "rate", "quote", "transactionID", "sessionCode", "ownerId", "state"])(
    "a purchase is not made with a %s of the browser's",
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

  test("PAY-16 F-07 saying that a purchase is completed completes nothing", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    const said = await user.post("/verification/submit", {
      sessionCode: bought.sessionCode,
      sessionStatus: "COMPLETED",
    });
    expect(said.json()).toMatchObject({ status: 409, code: "purchase_unpaid" });
    await app.drainQueue();
    await expectNothingCharged(user, bought);
    expect(app.providers.personRecords.asked.some((asked) => asked.nin === bought.nin)).toBe(false);
  });
});

describe("a refusal moves nothing", () => {
  test("PAY-09 a wallet that is a kobo short", async () => {
    const user = await app.user({ NGN: 587_99n, USD: 500_00n });
    const bought = await app.purchase(user);
    const answer = await pay(user, bought);
    expect(answer.json()).toMatchObject({ status: 402, code: "wallet_balance_low", title: "Wallet Balance Low" });
    await expectNothingCharged(user, bought);
  });

  test.each([
    { active: "NGN", currency: "USD" },
    { active: "USD", currency: "NGN" },
  ] as const)("PAY-08 O-22 an active $active wallet does not pay in $currency", async ({ active, currency }) => {
    const user = await app.user({ NGN: 500_000_00n, USD: 500_00n });
    const bought = await app.purchase(user, { currency });
    await app.owner.query("update users set active_currency = $1 where id = $2", [active, user.id]);
    expect((await pay(user, bought)).json()).toMatchObject({ status: 409, code: "currency_mismatch" });
    await expectNothingCharged(user, bought);
  });

  test.each([
    { second: 899, status: 200, why: "a second before its end the price still holds" },
    { second: 900, status: 409, why: "at its end the price has ended" },
  ])("the quote of 15 minutes: $why", async ({ second, status }) => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    await app.owner.query(
      "update purchases set quote_ends_at = created_at + interval '15 minutes', created_at = created_at where id = $1",
      [bought.id],
    );
    // the moment itself, whatever the machine took until here
    await app.owner.query(
      `create or replace function product_now() returns timestamptz language sql stable parallel safe as $$
       select (select created_at from purchases where id = '${bought.id}') + interval '${second} seconds' $$`,
    );
    const answer = await pay(user, bought);
    expect(answer.statusCode).toBe(status);
    await app.setClockOffset(0);
    expect((await app.transfers(user)).length).toBe(status === 200 ? 2 : 0);
  });
});

describe("T-22 parallel payments", () => {
  test("fifty of one purchase, in two processes, are one charge and fifty times yes", async () => {
    const other = await app.startProcess();
    const user = await app.user({ NGN: 588_00n * 60n });
    const bought = await app.purchase(user);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => pay({ ...user, ...(at % 2 ? user.on(other.app) : {}) }, bought)),
    );
    expect(new Set(answers.map((answer) => answer.body))).toEqual(new Set(['{"status":"success"}']));
    expect(await app.transfers(user)).toEqual(charge);
    expect((await app.wallets(user)).NGN).toBe(588_00n * 59n);
    const { rows } = await app.owner.query(
      "select from audit_log where object_id = $1 and action = 'paid_from_wallet'",
      [bought.id],
    );
    expect(rows).toHaveLength(1);
  });

  test("fifty purchases and money for ten: ten are paid and the wallet ends at nothing (R-02)", async () => {
    const other = await app.startProcess();
    const user = await app.user({ NGN: 588_00n * 10n });
    const bought = await Promise.all(Array.from({ length: 50 }, () => app.purchase(user)));
    const answers = await Promise.all(
      bought.map((one, at) => pay({ ...user, ...(at % 2 ? user.on(other.app) : {}) }, one)),
    );
    const codes = answers.map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    expect(codes.filter((code) => code === 402)).toHaveLength(40);
    expect(await app.wallets(user)).toEqual({ NGN: 0n, USD: 0n });
  });

  test("one bad member of a batch harms no neighbour", async () => {
    const [rich, poor] = [await app.user({ NGN: 5_000_00n }), await app.user()];
    const [good, low] = [await app.purchase(rich), await app.purchase(poor)];
    const answers = await Promise.all([
      pay(rich, good),
      pay(poor, low),
      pay(poor, good),
      rich.post(path, { ...bodyOf(good), amount: 1 }),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 402, 404, 409]);
  });

  test("from the wallet and at the provider at once: one charge, and what came besides is in the wallet", async () => {
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
    expect((await app.wallets(user)).NGN).toBe(588_00n); // whichever way: 588 came, 588 was charged
  });
});

describe("T-23 an Idempotency-Key", () => {
  const key = (value: string) => ({ "idempotency-key": value });

  test("with the same body gives the first answer again, also a refusal, and charges once", async () => {
    const user = await app.user({ NGN: 588_00n });
    const [one, other] = [await app.purchase(user), await app.purchase(user)];
    const first = await pay(user, one, key("a"));
    const again = await pay(user, one, key("a"));
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    const refused = await pay(user, other, key("b"));
    expect(refused.statusCode).toBe(402);
    await app.startPayment(user, naira(1_000_00n)).then(async (reference) => {
      app.providers.cardPayments.reportPaid(reference);
      await user.get(`/payment/check?transactionRef=${reference}`);
    });
    const refusedAgain = await pay(user, other, key("b"));
    expect([refusedAgain.statusCode, refusedAgain.body]).toEqual([402, refused.body]);
    expect(refusedAgain.headers["content-type"]).toBe(refused.headers["content-type"]);
    expect((await pay(user, other, key("c"))).statusCode).toBe(200);
  });

  test("with another body is refused with 422", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const [one, other] = [await app.purchase(user), await app.purchase(user)];
    await pay(user, one, key("a"));
    const answer = await pay(user, other, key("a"));
    expect(answer.json()).toMatchObject({ status: 422, code: "same_key_other_body" });
    await expectState(other, "initiated");
  });

  test("of another user, and of another call, is another key", async () => {
    const [one, other] = [await app.user({ NGN: 5_000_00n }), await app.user({ NGN: 5_000_00n })];
    expect((await pay(one, await app.purchase(one), key("same"))).statusCode).toBe(200);
    expect((await pay(other, await app.purchase(other), key("same"))).statusCode).toBe(200);
    const topUp = { type: "TOPUP", amount: 1_000, currency: "NGN" };
    expect((await one.post("/payment/flexi-initiate", topUp, key("same"))).statusCode).toBe(200);
  });

  test("opens one payment page however often it is repeated", async () => {
    const user = await app.user();
    const topUp = { type: "TOPUP", amount: 1_000, currency: "NGN" };
    const before = app.providers.cardPayments.orders.length;
    const first = await user.post("/payment/flexi-initiate", topUp, key("page"));
    const again = await user.post("/payment/flexi-initiate", topUp, key("page"));
    expect(again.body).toBe(first.body);
    expect(app.providers.cardPayments.orders.length).toBe(before + 1);
  });

  test("that is being worked on is refused with 409, and is free again when its request died", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    await pay(user, bought, key("lost"));
    // as a process leaves it that was killed between the charge and keeping the answer
    await app.owner.query("update idempotency_keys set status = null, body = null where owner_id = $1", [user.id]);
    expect((await pay(user, bought, key("lost"))).json()).toMatchObject({ status: 409, code: "same_key_in_flight" });
    await app.setClockOffset(61_000);
    expect((await pay(user, bought, key("lost"))).json()).toEqual({ status: "success" });
    expect(await app.transfers(user)).toEqual(charge);
  });

  test("twenty times at once charges once: the others wait or hear the same", async () => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(user, bought, key("burst"))));
    for (const answer of answers) expect([200, 409]).toContain(answer.statusCode);
    expect(answers.some((answer) => answer.statusCode === 200)).toBe(true);
    expect(await app.transfers(user)).toEqual(charge);
  });

  test.each(["", "x".repeat(201)])("that is empty or too long is bad input", async (value) => {
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

test("a reply that was lost is asked for again without a key, and charges once", async () => {
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
  "nobody pays who is not signed in (%j)",
  async (authorization) => {
    const user = await app.user({ NGN: 5_000_00n });
    const bought = await app.purchase(user);
    expect((await pay(user, bought, { authorization })).statusCode).toBe(401);
    await expectNothingCharged(user, bought);
  },
);
