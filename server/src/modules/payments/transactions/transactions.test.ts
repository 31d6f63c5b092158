import { apiBase } from "@idanimo/contract/operation";
import { parseMinor, naira } from "@idanimo/contract/money";
import { downloads } from "@idanimo/contract/downloads";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parseCsv } from "../../../kernel/testing/parse-csv.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { completeLookup, payPurchase } from "../../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

async function payOnline(user: TestUser, reference: string): Promise<void> {
  app.providers.cardPayments.reportPaid(reference);
  await user.get(`/payment/check?transactionRef=${reference}`);
  await app.drainQueue();
}

test("in minus out equals the wallet's gain, without purchases by card [API-23]", async () => {
  const user = await app.user({ NGN: 10_000_00n });
  await payPurchase(user, await app.purchase(user));
  await completeLookup(app, user, { kind: "failed", why: "x" });
  await payOnline(user, await app.startPayment(user, naira(2_000_50n)));
  await payOnline(user, await app.startPayment(user, await app.purchase(user)));
  const failed = await app.startPayment(user, naira(3_000_00n));
  await app.owner.query("update payments set state = 'failed' where reference = $1", [failed]);

  const response = await user.get(downloads.transactionsCsv().slice(apiBase.length));
  const [head, ...rows] = parseCsv(response.body);
  expect(head?.slice(2, 7)).toEqual(["Type", "Paid with", "Amount", "In", "Out"]);
  expect(rows.map((row) => [...row.slice(2, 7), row[8]])).toEqual([
    ["Top-up", "Online payment", "3000", "", "", "Not successful"],
    ["Verification", "Online payment", "588", "", "", "Successful"],
    ["Top-up", "Online payment", "2000.50", "2000.50", "", "Successful"],
    ["Refund", "", "588", "588", "", "Successful"],
    ["Verification", "Wallet", "588", "", "588", "Successful"],
    ["Verification", "Wallet", "588", "", "588", "Successful"],
  ]);
  const sum = (column: number) => rows.reduce((all, row) => all + (parseMinor(row[column] || "0") ?? 0n), 0n);
  expect((await app.wallets(user)).NGN - 10_000_00n).toBe(sum(5) - sum(6));
});

test("each row has its own id, even with equal timestamps [DASH-16]", async () => {
  const user = await app.user({ NGN: 10_000_00n });
  await completeLookup(app, user, { kind: "failed", why: "x" });
  await completeLookup(app, user, { kind: "failed", why: "x" });
  await app.owner.query("update purchase_items set state_changed_at = now() where owner_id = $1", [user.id]);
  const { transactions } = (await user.get("/transaction/payment-history?size=2")).json<{
    transactions: readonly { id: string; transactionType: string; transactionDate: string }[];
  }>();
  const [first, second] = transactions;
  expect([first?.transactionType, first?.transactionDate]).toEqual(["REFUND", second?.transactionDate]);
  expect(new Set([first?.id, second?.id, undefined]).size).toBe(3);
});
