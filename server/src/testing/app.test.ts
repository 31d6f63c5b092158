import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { naira } from "@idanimo/contract/money";
import { createTestApp, type TestApp } from "./app.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

test("looks up a purchase paid from the wallet and asks its subject", async () => {
  const user = await app.user({ NGN: 1_000_00n });
  const bought = await app.purchase(user);
  const { sessionCode, transactionID, amount } = bought;
  const paid = await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  expect(paid.json()).toEqual({ status: "success" });
  await app.drainQueue();
  expect(app.jobFailures()).toEqual([]);
  expect(app.providers.sms.sent).toHaveLength(1);
  expect(await app.wallets(user)).toEqual({ NGN: 412_00n, USD: 0n });
});

test("counts a payment on the provider's page once the provider confirms it", async () => {
  const user = await app.user();
  const reference = await app.startPayment(user, naira(20_000_00n));
  app.providers.cardPayments.reportPaid(reference);
  const checked = await user.get(`/payment/check?transactionRef=${reference}`);
  expect(checked.json()).toMatchObject({ data: { status: "successful", amount: 20_000 } });
  expect(await app.wallets(user)).toEqual({ NGN: 20_000_00n, USD: 0n });
});
