import { naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { charge, check, createInstantPaymentSteps, topUpTransfer } from "./testing/instant-payment-steps.ts";

let app: TestApp;
const { advanceMinutes, settleOpenPayments, verifyAfterTest, paymentState, purchaseState } = createInstantPaymentSteps(
  () => app,
);
beforeAll(async () => void (app = await createTestApp()));
beforeEach(() => settleOpenPayments());
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

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
