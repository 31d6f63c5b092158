import { naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { check, createInstantPaymentSteps, topUpTransfer } from "./testing/instant-payment-steps.ts";

let app: TestApp;
const { advanceMinutes, settleOpenPayments, verifyAfterTest } = createInstantPaymentSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
beforeEach(() => settleOpenPayments());
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

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
    const response = await start(await app.user(), amount, currency);
    expect(response.json()).toMatchObject(code ? { status: 422, code, message } : { status: "success" });
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
    const response = await user.post("/payment/flexi-initiate", {
      type: "VERIFICATION",
      amount,
      currency: "NGN",
      sessionCode,
      ...change,
    });
    expect(response.json()).toMatchObject({ code });
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
      const response = await user.post("/payment/flexi-initiate", { type: "TOPUP", amount: 1_000, currency: "NGN" });
      app.providers.cardPayments.respondToOpen("link");
      expect(response.json()).toMatchObject({ status: 502, code, message: words });
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
