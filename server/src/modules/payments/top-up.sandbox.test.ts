import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openProviders, type Providers } from "../../providers/index.ts";
import { eventually, type RunningSandbox, startSandbox } from "../../providers/testing/sandbox.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

/** Top-ups and purchases over HTTP, with the sandbox's payment page and webhooks. */

let app: TestApp;
let sandbox: RunningSandbox;
let real: Providers;

beforeAll(async () => {
  app = await createTestApp();
  sandbox = await startSandbox(await app.app.listen({ port: 0, host: "127.0.0.1" }));
  real = openProviders(sandbox.settings, { registry: new Registry() });
  app.providers.cardPayments.openPage = (order) => real.cardPayments.openPage(order);
  app.providers.cardPayments.queryPayment = (reference) => real.cardPayments.queryPayment(reference);
});
afterEach(async () => {
  await sandbox.post("/__sandbox/clock", { offsetMs: 0 });
  await sandbox.post("/__sandbox/reset", {});
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(async () => {
  real.close();
  await sandbox.stop();
  await app.close();
});

/** Starts a top-up as the wallet dialog does, and completes it on the payment page. */
async function topUp(user: TestUser, outcome: string, payment_method: unknown = "card,mobilemoney,ussd") {
  const response = await user.post("/payment/flexi-initiate", {
    amount: 20000,
    currency: "NGN",
    country: "NG",
    description: "Wallet top up",
    payment_method,
    type: "TOPUP",
  });
  const { data } = response.json<{ data: { link: string; txRef: string } }>();
  await sandbox.post(new URL(data.link).pathname, { outcome });
  return data.txRef;
}
type CheckResponse = { readonly data: { readonly status: string } };
const check = async (user: TestUser, reference: string) =>
  (await user.get(`/payment/check?transactionRef=${reference}`)).json<CheckResponse>().data.status;
type WebhookCounts = { readonly notices: { readonly taken: number; readonly waiting: number } };
/** Waits until the given number of webhooks is delivered, and runs the jobs they queue. */
async function waitForWebhooks(count: number): Promise<void> {
  await eventually(async () => {
    const { notices } = (await sandbox.get("/__sandbox/stats")) as WebhookCounts;
    return notices.taken === count && notices.waiting === 0 ? true : undefined;
  });
  await app.drainQueue();
}
const advanceSandboxClock = (seconds: number) => sandbox.post("/__sandbox/clock", { offsetMs: seconds * 1_000 });
const countEmailsTo = (user: TestUser) => app.providers.mail.sent.filter(({ to }) => to === user.email).length;
async function notificationsOf(
  user: TestUser,
): Promise<{ credits: readonly string[]; kinds: readonly string[]; mails: number }> {
  const { notices } = (await user.get("/user/notices")).json<{ notices: { kind: string }[] }>();
  return { credits: await app.transfers(user), kinds: notices.map(({ kind }) => kind), mails: countEmailsTo(user) };
}
const once = { credits: ["TOPUP provider_cash>wallet 2000000"], kinds: ["payment_received"], mails: 1 };
const charged = ["VERIFICATION provider_cash>revenue 50000", "VERIFICATION provider_cash>tax 8800"];
const never = { credits: [], kinds: [], mails: 0 };

describe("a top-up [T-24 WALLET-12]", () => {
  test.each(["approve", "twice"])("is credited and notified once with webhooks only: %s", async (outcome) => {
    const user = await app.user();
    await topUp(user, outcome);
    if (outcome === "twice") await advanceSandboxClock(2);
    await waitForWebhooks(outcome === "twice" ? 2 : 1);
    expect(await notificationsOf(user)).toEqual(once);
  });

  test("is credited and notified once with a check before a late webhook", async () => {
    const user = await app.user();
    await sandbox.post("/__sandbox/faults", { target: "flutterwave", kind: "webhook_late", count: 1 });
    const reference = await topUp(user, "approve");
    expect(await check(user, reference)).toBe("successful");
    await advanceSandboxClock(30);
    await waitForWebhooks(1);
    expect(await check(user, reference)).toBe("successful");
    expect(await notificationsOf(user)).toEqual(once);
  });

  test.each([
    { outcome: "late", seconds: 21 },
    { outcome: "closes", seconds: 61 },
  ])("with a slow bank is pending until its late webhook: $outcome", async ({ outcome, seconds }) => {
    const user = await app.user();
    const reference = await topUp(user, outcome);
    expect(await check(user, reference)).toBe("pending");
    expect(await notificationsOf(user)).toEqual(never);
    await advanceSandboxClock(seconds);
    await waitForWebhooks(1);
    expect(await notificationsOf(user)).toEqual(once);
    expect(await check(user, reference)).toBe("successful");
  });

  test("is credited and notified once by the reconciler if no webhook is sent", async () => {
    const user = await app.user();
    await sandbox.post("/__sandbox/faults", { target: "flutterwave", kind: "webhook_none", count: 1 });
    await topUp(user, "approve");
    await app.setClockOffset(60_000);
    await app.runSchedule("reconcile_payments");
    await app.drainQueue();
    await app.setClockOffset(0);
    expect(await notificationsOf(user)).toEqual(once);
  });

  test("is credited and notified once at the second attempt on the same page", async () => {
    const user = await app.user();
    const started = await user.post("/payment/flexi-initiate", { amount: 20000, currency: "NGN", type: "TOPUP" });
    const { link, txRef } = started.json<{ data: { link: string; txRef: string } }>().data;
    await sandbox.post(new URL(link).pathname, { outcome: "decline" });
    await waitForWebhooks(1);
    expect(await check(user, txRef)).toBe("failed");
    await sandbox.post(new URL(link).pathname, { outcome: "approve" });
    await waitForWebhooks(2);
    expect(await notificationsOf(user)).toEqual(once);
  });
});

describe("a top-up that is not paid [T-26 WALLET-12]", () => {
  test.each([
    { outcome: "decline", status: "failed", notices: 1 },
    { outcome: "cancel", status: "pending", notices: 0 },
    { outcome: "wrong_amount", status: "failed", notices: 1 },
  ])("is $status without credit or notice: $outcome", async ({ outcome, status, notices }) => {
    const user = await app.user();
    const reference = await topUp(user, outcome);
    await waitForWebhooks(notices);
    expect(await check(user, reference)).toBe(status);
    expect(await notificationsOf(user)).toEqual(never);
  });

  test("is not credited by a webhook with a wrong hash [T-25]", async () => {
    const user = await app.user();
    await sandbox.post("/__sandbox/faults", { target: "flutterwave", kind: "webhook_wrong_hash", count: 1 });
    await topUp(user, "approve");
    await eventually(async () => {
      const { notices } = (await sandbox.get("/__sandbox/stats")) as WebhookCounts;
      return notices.waiting === 1 ? true : undefined; // rejected, so the sandbox will send it again
    });
    await app.drainQueue();
    expect(await notificationsOf(user)).toEqual(never);
  });
});

test.each([
  { outcome: "wrong_amount", differentAmount: true },
  { outcome: "decline", differentAmount: undefined },
])(
  "$outcome: the check reports a different amount as $differentAmount [T-26]",
  async ({ outcome, differentAmount }) => {
    const user = await app.user();
    const reference = await topUp(user, outcome);
    await waitForWebhooks(1);
    const checked = (await user.get(`/payment/check?transactionRef=${reference}`)).json<{
      data: { status: string; differentAmount?: true };
    }>();
    expect([checked.data.status, checked.data.differentAmount]).toEqual(["failed", differentAmount]);
  },
);

describe("a purchase on the payment page, with webhooks and checks [PAY-12 PAY-14 T-24]", () => {
  type Checks = readonly [atOnce: string, after: string];
  test.each<{ outcome: string; seconds: number; notices: number; checks: Checks; lines: readonly string[] }>([
    { outcome: "approve", seconds: 0, notices: 1, checks: ["successful", "successful"], lines: charged },
    { outcome: "twice", seconds: 2, notices: 2, checks: ["successful", "successful"], lines: charged },
    { outcome: "late", seconds: 21, notices: 1, checks: ["pending", "successful"], lines: charged },
    { outcome: "decline", seconds: 0, notices: 1, checks: ["failed", "failed"], lines: [] },
    { outcome: "cancel", seconds: 0, notices: 0, checks: ["pending", "pending"], lines: [] },
    { outcome: "wrong_amount", seconds: 0, notices: 1, checks: ["failed", "failed"], lines: [] },
  ])("$outcome: $checks.0, then $checks.1", async ({ outcome, seconds, notices, checks, lines }) => {
    const user = await app.user();
    const { sessionCode, amount, itemId } = await app.purchase(user);
    const started = await user.post("/payment/flexi-initiate", {
      amount,
      currency: "NGN",
      country: "NG",
      type: "VERIFICATION",
      sessionCode,
    });
    const { link, txRef } = started.json<{ data: { link: string; txRef: string } }>().data;
    await sandbox.post(new URL(link).pathname, { outcome });
    const atOnce = await check(user, txRef);
    await advanceSandboxClock(seconds);
    await waitForWebhooks(notices);
    expect([atOnce, await check(user, txRef)]).toEqual(checks);
    const session = (await user.get(`/verification/session/${sessionCode}`)).json<object>();
    const differentAmount = outcome === "wrong_amount";
    expect(session).toMatchObject({ payment: { status: checks[1], differentAmount } });
    expect(await app.transfers(user)).toEqual(lines);
    const { rows } = await app.owner.query("select from lookup_attempts where request_id = $1", [itemId]);
    expect(rows).toHaveLength(lines.length > 0 ? 1 : 0); // looked up once, and only if paid
  });
});

// Covers: O-28
test.each([{ methods: "card" }, { methods: ["card", "ussd"] }, { methods: "card,mobilemoney,ussd" }])(
  "accepts payment methods as text or list: $methods [API-13 API-15 WALLET-09]",
  async ({ methods }) => {
    const user = await app.user();
    const reference = await topUp(user, "cancel", methods);
    expect(reference).toMatch(/^EA\d{14}$/);
    const checked = (await user.get(`/payment/check?transactionRef=${reference}`)).json<object>();
    expect(checked).toMatchObject({
      status: "success",
      data: { status: expect.any(String), amount: 20000, currency: "NGN" },
    });
    expect(checked).toHaveProperty("data.processor_response");
  },
);

test("every user has an active naira wallet and a dollar wallet [WALLET-01 WALLET-14]", async () => {
  const user = await app.user();
  const profile = (await user.get("/user/profile")).json<{ walletBalance: number; currency: string }>();
  expect(profile).toMatchObject({ walletBalance: 0, currency: "NGN" });
  await topUp(user, "approve");
  await waitForWebhooks(1);
  expect((await user.get("/user/profile")).json()).toMatchObject({ walletBalance: 20000, currency: "NGN" });
  const { rows } = await app.owner.query(
    "select currency from ledger_accounts where owner_id = $1 and kind = 'wallet' order by currency",
    [user.id],
  );
  expect(rows).toEqual([{ currency: "NGN" }, { currency: "USD" }]);
});
