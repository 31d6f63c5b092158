import { naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../../testing/app.ts";
import { buySearch, payPurchase } from "../../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

type Row = {
  readonly id: string;
  readonly transactionID: string;
  readonly transactionType: string;
  readonly what: readonly string[];
  readonly label?: string;
  readonly balance: number | null;
};
type Page = { readonly transactions: readonly Row[]; readonly next: string | null };
const list = async (user: TestUser, query: Readonly<Record<string, string>> = {}) =>
  (await user.post("/transaction/payment-history", query)).json<Page>();

/** A top-up, a lookup that fails and is refunded, and one without a record. */
async function userWithLog() {
  const user = await app.user({ NGN: 10_000_00n });
  const failing = randomNin();
  app.providers.personRecords.respondTo(failing, { kind: "failed", why: "x" });
  const refunded = await buySearch(app, user, { nin: failing, label: "Candidate: Chinedu" });
  await payPurchase(user, refunded);
  await app.drainQueue();
  const nin = randomNin();
  app.providers.personRecords.respondTo(nin, { kind: "not_found" });
  const charged = await buySearch(app, user, { nin, label: "Candidate: Ngozi" });
  await payPurchase(user, charged);
  await app.drainQueue();
  return { user, refunded, charged };
}

describe("the transaction log", () => {
  test("says what was bought, for whom, and the balance right after it [DASH-16]", async () => {
    const { user } = await userWithLog();
    const { transactions } = await list(user);
    expect(
      transactions.map(({ transactionType, what, label, balance }) => [transactionType, what, label, balance]),
    ).toEqual([
      ["VERIFICATION", ["NIN"], "Candidate: Ngozi", 9412],
      ["REFUND", ["NIN"], "Candidate: Chinedu", 10000],
      ["VERIFICATION", ["NIN"], "Candidate: Chinedu", 9412],
    ]);
  });

  test("has the same balances on every page, whatever is filtered", async () => {
    const { user } = await userWithLog();
    const all = (await list(user)).transactions;
    const paged: Row[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: Page = await list(user, { size: "1", ...(after && { after }) });
      paged.push(...page.transactions);
      after = page.next;
    }
    expect(paged).toEqual(all);
    expect((await list(user, { type: "REFUND" })).transactions).toEqual(
      all.filter((row) => row.transactionType === "REFUND"),
    );
  });

  test("has no balance for a purchase by card and a failed top-up, which moved no wallet", async () => {
    const user = await app.user({ NGN: 1_000_00n });
    app.providers.cardPayments.reportPaid(await app.startPayment(user, await app.purchase(user)));
    const failed = await app.startPayment(user, naira(3_000_00n));
    await app.owner.query("update payments set state = 'failed' where reference = $1", [failed]);
    await app.drainQueue();
    const { transactions } = await list(user);
    expect(transactions.length).toBeGreaterThan(0);
    for (const { balance } of transactions) expect(balance).toBeNull();
  });

  test("is searched by number and by label, and narrowed to days in Lagos", async () => {
    const { user, charged } = await userWithLog();
    const { user: other } = await userWithLog();
    const numberOf = (rows: readonly Row[]) => rows.map(({ transactionID }) => transactionID);
    expect(numberOf((await list(user, { q: charged.transactionID.toLowerCase() })).transactions)).toEqual([
      charged.transactionID,
    ]);
    expect((await list(other, { q: charged.transactionID })).transactions).toEqual([]);
    expect((await list(user, { q: "chin" })).transactions.map((row) => row.transactionType)).toEqual([
      "REFUND",
      "VERIFICATION",
    ]);
    expect((await list(user, { q: "unknown" })).transactions).toEqual([]);
    await app.owner.query("update purchases set paid_at = '2026-03-01 22:30:00+00' where transaction_id = $1", [
      charged.transactionID,
    ]);
    const days = { from: "2026-03-01", to: "2026-03-01" };
    expect(numberOf((await list(user, days)).transactions)).toEqual([charged.transactionID]);
    expect((await list(user, { ...days, to: "2026-02-28" })).transactions).toEqual([]);
    expect((await list(user, { from: "2026-03-02" })).transactions).toHaveLength(2);
  });
});
