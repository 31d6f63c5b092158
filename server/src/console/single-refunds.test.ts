import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";

/** Refunds of small amounts by one operator; the requests of this file cost ₦588. */

let product: TestApp;
let operatorConsole: TestConsole;
let payer: TestUser;
let finance: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product, undefined, { refundApprovalAbove: 588_00n });
  payer = await product.user({ NGN: 100_000_00n, USD: 100_00n });
  finance = await operatorConsole.operator("finance");
  second = await operatorConsole.operator("finance");
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

/** A check that ended without a record, so that its charge was kept. */
async function createCharged(): Promise<string> {
  const purchase = await product.purchase(payer);
  product.providers.personRecords.respondTo(purchase.nin, { kind: "not_found" });
  const { sessionCode, transactionID, amount } = purchase;
  await payer.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  await product.drainQueue();
  return purchase.itemId;
}
const refund = (operator: TestOperator, requestId: string, more: object = {}) =>
  operator.post("/refunds", { requestId, reason: "source was wrong", ...more });

describe("a refund up to the limit", () => {
  test("is paid at once by one operator, and only once [OC-10 R-11]", async () => {
    const item = await createCharged();
    const before = await product.wallets(payer);
    const both = await Promise.all([refund(finance, item), refund(second, item)]);
    expect(both.map((response) => codeOf(response) ?? response.statusCode).toSorted()).toEqual([
      200,
      "already_refunded",
    ]);
    expect((await product.wallets(payer)).NGN).toBe(before.NGN + 588_00n);
    const [row] = await rows<{ same: boolean; naira: bigint }>(
      product,
      "select asked_by = confirmed_by as same, single_naira_minor as naira from operator_refunds where item_id = $1",
      [item],
    );
    expect(row).toEqual({ same: true, naira: 588_00n });
    const audited = await rows<{ action: string }>(
      product,
      "select action from audit_log where object_id = $1 and action like 'refund_%' order by at",
      [item],
    );
    expect(audited.map(({ action }) => action)).toEqual(["refund_requested", "refund_confirmed"]);
    const notices = await rows(product, "select from notices where owner_id = $1 and kind = 'refund_initiated'", [
      payer.id,
    ]);
    expect(notices).toHaveLength(1);
  });

  test("waits for a second operator above it, and when another request waits", async () => {
    const above = await createTestConsole(product, undefined, { refundApprovalAbove: 587_99n });
    const operator = await above.operator("finance");
    const item = await createCharged();
    const before = await product.wallets(payer);
    const requested = await refund(operator, item);
    expect(requested.statusCode).toBe(202);
    expect(await product.wallets(payer)).toEqual(before);
    // the request that waits is decided first, also where the limit is higher
    expect(codeOf(await refund(finance, item, { amount: "100" }))).toBe("approval_pending");
    const { approvalId } = json<{ approvalId: string }>(requested);
    await second.post(`/approvals/${approvalId}/decide`, { decision: "reject" });
    expect((await refund(finance, item, { amount: "100" })).statusCode).toBe(200);
    expect((await product.wallets(payer)).NGN).toBe(before.NGN + 100_00n);
  });

  test("counts a dollar amount at the rate of its purchase", async () => {
    const item = await createCharged();
    const client = await product.owner.connect();
    await client.query("begin; set local session_replication_role = replica");
    await client.query(
      "update purchases set currency = 'USD', rate_minor = 1500_00 where id = (select purchase_id from purchase_items where id = $1)",
      [item],
    );
    const value = async (cents: number) =>
      (
        await client.query<{ what: string }>(
          `select refund_alone(gen_random_uuid(), $1, $2, 'dollars', 'a test', 588_00, 20000_00, gen_random_uuid(), gen_random_uuid(),
           gen_random_uuid()) as what`,
          [item, cents],
        )
      ).rows[0]?.what;
    expect(await value(40)).toBe("above_limit"); // 600 naira
    await client.query("savepoint paid");
    expect(await value(39)).toBe("refunded"); // 585 naira
    await client.query("rollback");
    client.release();
  });

  test("totals at most ₦20,000 per operator and day in Lagos, also at once [R-11]", async () => {
    const busy = await operatorConsole.operator("finance");
    const items = [await createCharged(), await createCharged(), await createCharged()];
    const client = await product.owner.connect();
    await client.query("begin; set local session_replication_role = replica");
    // what the operator refunded earlier today: one refund of 588 remains
    await client.query(
      `insert into operator_refunds (id, item_id, owner_id, currency, amount_minor, reason, asked_by, confirmed_by, confirmed_at,
         single_naira_minor, single_limit_minor)
       select gen_random_uuid(), gen_random_uuid(), $1, 'NGN', 19000_00, 'earlier', $2, $2, product_now(), 19000_00, 20000_00`,
      [payer.id, busy.email.toUpperCase()],
    );
    await client.query("commit");
    const made = await Promise.all(items.map((item) => refund(busy, item)));
    expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 202, 202]);
    expect((await refund(finance, await createCharged())).statusCode).toBe(200);
    await client.query("set session_replication_role = replica");
    await client.query("delete from operator_refunds where reason = 'earlier'");
    await client.query("reset session_replication_role");
    client.release();
  });
});

test("an operator who is alone refunds up to the limit, and no more [OC-11]", async () => {
  await rows(product, "update operators set state = 'disabled', disabled_at = product_now() where id <> $1", [
    finance.id,
  ]);
  expect((await refund(finance, await createCharged())).statusCode).toBe(200);
  const strict = await createTestConsole(product);
  const response = await strict.app.inject({
    method: "POST",
    url: "/console/v1/refunds",
    payload: JSON.stringify({ requestId: await createCharged(), reason: "source was wrong" }),
    headers: { ...finance.headers, "idempotency-key": "one-operator-is-left" },
  });
  expect(codeOf(response)).toBe("second_operator_needed");
});
