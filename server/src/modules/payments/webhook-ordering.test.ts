import { naira } from "@idanimo/contract/money";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

/** Webhooks of the provider in every order in which they can arrive. */

let app: TestApp;
let open: TestApp["providers"]["cardPayments"]["openPage"];
beforeAll(async () => {
  app = await createTestApp();
  open = app.providers.cardPayments.openPage.bind(app.providers.cardPayments);
});
beforeEach(() => app.setClockOffset(0));
afterEach(async () => {
  app.providers.cardPayments.openPage = open;
  app.providers.cardPayments.onAsk = undefined;
  expect(app.jobFailures()).toEqual([]);
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

const sendWebhook = async (reference: string) => {
  const { statusCode } = await app.app.inject({
    method: "POST",
    url: "/api/v2/payment/webhook/flutterwave",
    headers: { "content-type": "application/json", "verif-hash": "sandbox-flw-secret-hash" },
    payload: JSON.stringify({ event: "charge.completed", data: { id: 1, tx_ref: reference, status: "successful" } }),
  });
  expect(statusCode).toBe(200);
};
const threeDays = 3 * 86_400_000;

/** Events of one payment; at `pay` the provider receives the money. */
const steps = {
  pay: (reference: string) => Promise.resolve(app.providers.cardPayments.reportPaid(reference)),
  notice: sendWebhook,
  ten_notices: async (reference: string) => {
    for (let time = 0; time < 10; time += 1) await sendWebhook(reference);
  },
  ten_at_once: async (reference: string) => {
    await Promise.all(Array.from({ length: 10 }, () => sendWebhook(reference)));
  },
  work: () => app.drainQueue(),
  check: async (reference: string, user: TestUser) => {
    const { statusCode, body } = await user.get(`/payment/check?transactionRef=${reference}`);
    if (statusCode !== 200) throw new Error(body);
  },
  reconcile: () => app.runSchedule("reconcile_payments"),
  three_days: () => app.setClockOffset(threeDays),
  stranger: () => sendWebhook(`EA${String(Math.floor(Math.random() * 1e14)).padStart(14, "0")}`),
} as const;
type Step = keyof typeof steps;
const all: Step[] = [
  "pay",
  "notice",
  "ten_notices",
  "ten_at_once",
  "work",
  "check",
  "reconcile",
  "three_days",
  "stranger",
];

const runs = Number(process.env["NOTICE_RUNS"] ?? 8);

test(
  "webhooks in any order, repeated, early or late, credit a paid payment once [R-28 R-06]",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...all, ...all.filter((step) => step !== "pay")], { minLength: 4 }),
        fc.boolean(),
        async (order, isEarly) => {
          await app.setClockOffset(0);
          const user = await app.user();
          // the webhook may arrive before we have stored the page's link
          if (isEarly)
            app.providers.cardPayments.openPage = async (asked) => {
              await sendWebhook(asked.reference);
              return open(asked);
            };
          const reference = await app.startPayment(user, naira(2_000_00n));
          app.providers.cardPayments.openPage = open;
          let isPaid = false;
          let isNotified = false;
          for (const step of order) {
            if (step === "pay") isPaid = true;
            await steps[step](reference, user);
            if (isPaid && step.includes("notice")) isNotified = true;
            if (!isPaid) expect(await app.transfers(user)).toEqual([]);
          }
          await app.drainQueue();
          if (isNotified) expect(await app.transfers(user)).toHaveLength(1);
          // without a webhook, the check settles it
          await steps.check(reference, user);
          await app.drainQueue();
          expect(await app.transfers(user)).toEqual(isPaid ? ["TOPUP provider_cash>wallet 200000"] : []);
        },
      ),
      { numRuns: runs },
    );
  },
  60_000 + runs * 1_000,
);

test("a webhook during a provider query is not lost [R-28]", async () => {
  const user = await app.user();
  const reference = await app.startPayment(user, naira(2_000_00n));
  app.providers.cardPayments.respondToQuery(reference, { kind: "pending" });
  app.providers.cardPayments.onAsk = async () => {
    app.providers.cardPayments.onAsk = undefined; // it is paid right after the query, and the webhook arrives before we store the result
    app.providers.cardPayments.respondToQuery(reference, { kind: "pending" }, paidReport(reference));
    await sendWebhook(reference);
  };
  await sendWebhook(reference);
  await app.drainQueue();
  await app.drainQueue();
  expect(await app.transfers(user)).toEqual(["TOPUP provider_cash>wallet 200000"]);
});
const paidReport = (reference: string) =>
  ({ kind: "successful", providerId: `id-${reference}`, paid: naira(2_000_00n), said: null }) as const;

test("a webhook after a refund changes nothing [R-28]", async () => {
  const user = await app.user();
  const bought = await app.purchase(user);
  const reference = await app.startPayment(user, bought);
  app.providers.cardPayments.reportPaid(reference);
  app.providers.personRecords.respondTo(bought.nin, { kind: "failed", why: "http_500" });
  await sendWebhook(reference);
  await app.drainQueue();
  const wallet = await app.wallets(user);
  expect(wallet.NGN).toBe(bought.total.minor);
  for (let time = 0; time < 10; time += 1) await sendWebhook(reference);
  await app.setClockOffset(threeDays);
  await sendWebhook(reference);
  await app.drainQueue();
  expect(await app.wallets(user)).toEqual(wallet);
});

test("webhooks for unknown references cause no query, job or row [R-28]", async () => {
  const rows = () =>
    app.owner.query(
      `select (select count(*) from graphile_worker.jobs)::int as jobs, (select count(*) from payments)::int as payments,
       (select count(*) from cases)::int as cases`,
    );
  const before = (await rows()).rows;
  const requestCount = app.providers.cardPayments.queried.length;
  for (let some = 0; some < 20; some += 1)
    await Promise.all(
      Array.from({ length: 50 }, (_one, at) => sendWebhook(`EA${String(some * 50 + at).padStart(14, "9")}`)),
    );
  expect((await rows()).rows).toEqual(before);
  await app.drainQueue();
  expect(app.providers.cardPayments.queried).toHaveLength(requestCount);
});
