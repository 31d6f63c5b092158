import { naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";
import { createTestConsole, type TestOperator } from "../../testing/console.ts";
import { createTestTerminal, type TestTerminal } from "../../testing/terminal.ts";

/** Refunds by operators at the terminal: never by one alone, never twice, never more than was paid. */

let app: TestApp;
let terminal: TestTerminal;
let [ada, bola]: TestOperator[] = [];
let asAda: TestTerminal["run"];
let asBola: TestTerminal["run"];
beforeAll(async () => {
  app = await createTestApp();
  const operatorConsole = await createTestConsole(app);
  terminal = createTestTerminal(app, operatorConsole);
  ada = await operatorConsole.operator("finance");
  bola = await operatorConsole.operator("finance");
  asAda = await terminal.as(ada);
  asBola = await terminal.as(bola);
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const outputOf = async (run: TestTerminal["run"], name: string, ...args: readonly string[]) =>
  (await run(name, ...args)).lines.join("\n");

/** Creates a lookup that finds nothing, so that its charge of ₦588 is kept. */
async function createChargedItem(): Promise<{ user: TestUser; bought: TestPurchase; item: string }> {
  const user = await app.user({ NGN: 10_000_00n });
  const bought = await app.purchase(user);
  const { sessionCode, transactionID, amount } = bought;
  app.providers.personRecords.respondTo(bought.nin, { kind: "not_found" });
  await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  await app.drainQueue();
  return { user, bought, item: bought.itemId };
}
const requestRefund = (item: string, ...more: readonly string[]) =>
  asAda("refund", item, "--reason", "the register was wrong", ...more);
const outcomeOf = async (item: string) =>
  (await app.owner.query<{ outcome: string }>("select outcome from purchase_items where id = $1", [item])).rows[0]
    ?.outcome;

test("two operators refund once, with audit and notice; the outcome stays [T-36 R-03 OC-10]", async () => {
  const { user, bought, item } = await createChargedItem();
  expect((await requestRefund(item)).lines.join("\n")).toContain("another operator approves");
  expect((await app.wallets(user)).NGN).toBe(10_000_00n - 588_00n);
  expect(await outputOf(terminal.run, "refunds")).toMatch(
    new RegExp(`^${item} .* ₦588  Operator .* the register was wrong$`, "m"),
  );
  expect(await asBola("confirm-refund", item)).toEqual({
    lines: ["The money is in the wallet. The payer is notified."],
    isWell: true,
  });
  await app.drainQueue();
  expect((await app.wallets(user)).NGN).toBe(10_000_00n);
  expect(await outcomeOf(item)).toBe("NO_DATA");
  expect(await outputOf(terminal.run, "refunds")).toBe("No refund waits for approval.");

  const { rows } = await app.owner.query(
    "select action, actor_kind, actor_id, reason from audit_log where object_id = $1 and action like 'refund_%' order by at, action desc",
    [item],
  );
  expect(rows).toEqual([
    {
      action: "refund_requested",
      actor_kind: "operator",
      actor_id: ada?.id,
      reason: `${ada?.email}: the register was wrong`,
    },
    {
      action: "refund_confirmed",
      actor_kind: "operator",
      actor_id: bola?.id,
      reason: `${bola?.email}, asked by ${ada?.email}`,
    },
  ]);
  const { notices } = (await user.get("/user/notices")).json<{ notices: { kind: string; text: string }[] }>();
  expect(notices.find(({ kind }) => kind === "refund_initiated")?.text).toContain("₦588 for NIN");
  const log = (await user.get("/transaction/payment-history")).json<{
    transactions: { transactionType: string; transactionID: string; amount: number }[];
  }>();
  expect(log.transactions[0]).toMatchObject({
    transactionType: "REFUND",
    transactionID: bought.transactionID,
    amount: 588,
  });

  for (const again of [await requestRefund(item), await asBola("confirm-refund", item)])
    expect(again.isWell).toBe(false);
  expect((await asAda("drop-refund", item)).isWell).toBe(false);
  expect((await app.wallets(user)).NGN).toBe(10_000_00n);
});

test("one operator alone cannot refund, and concurrent approvals refund once [T-36 OC-10]", async () => {
  const { user, item } = await createChargedItem();
  await requestRefund(item);
  expect(await outputOf(asAda, "confirm-refund", item)).toContain("Another person must approve");
  expect((await app.wallets(user)).NGN).toBe(10_000_00n - 588_00n);
  const done = await Promise.all([1, 2, 3, 4].map(() => asBola("confirm-refund", item)));
  expect(done.filter(({ isWell }) => isWell)).toHaveLength(1);
  expect((await app.wallets(user)).NGN).toBe(10_000_00n);
});

test("a cancelled request can be made again, also for part of the amount [T-36]", async () => {
  const { user, item } = await createChargedItem();
  await requestRefund(item);
  expect((await asBola("cancel-refund", item)).isWell).toBe(false); // only its requester cancels
  expect((await asAda("drop-refund", item)).isWell).toBe(true);
  expect((await asBola("confirm-refund", item)).isWell).toBe(false);
  expect((await asBola("refund", item, "--reason", "half", "--amount", "200.50")).isWell).toBe(true);
  expect((await asAda("confirm-refund", item)).isWell).toBe(true);
  expect((await app.wallets(user)).NGN).toBe(10_000_00n - 588_00n + 200_50n);
});

test("rejects lookups refunded, unfinished or unknown, and too high amounts [T-33 T-36]", async () => {
  const { item } = await createChargedItem();
  const refund = (...args: readonly string[]) => outputOf(asAda, "refund", ...args);
  expect(await refund(item, "--reason", "x", "--amount", "588.01")).toContain("no charge to refund");
  for (const amount of ["0", "-1", "1.001", "all"])
    expect(await refund(item, "--reason", "x", "--amount", amount)).toContain("amount:");
  expect(await refund(item)).toContain("reason:");
  expect(await refund(item, "--reason", "asked by 12345678901")).toContain("reason:");
  expect(await outputOf(terminal.run, "refund", item, "--reason", "x")).toContain("OPERATOR_KEY is missing");
  expect(await refund(randomIds.publicId(), "--reason", "x")).toContain("is not a lookup");
  expect(await refund("12", "--reason", "x")).toContain("is not a lookup");

  const user = await app.user({ NGN: 10_000_00n });
  const open = await app.purchase(user);
  expect(await refund(open.itemId, "--reason", "x")).toContain("no charge to refund");
  const { sessionCode, transactionID, amount } = open;
  app.providers.personRecords.respondTo(open.nin, { kind: "failed", why: "http_500" });
  await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  await app.drainQueue();
  expect((await app.wallets(user)).NGN).toBe(naira(10_000_00n).minor);
  expect(await refund(open.itemId, "--reason", "x")).toContain("no charge to refund");
});

test("a refund locks the wallet before the account, as account closure does [T-36]", async () => {
  const { user, item } = await createChargedItem();
  await requestRefund(item);
  const closing = await app.owner.connect();
  let confirmed: ReturnType<TestTerminal["run"]> | undefined;
  try {
    await closing.query("begin");
    await closing.query("select from ledger_accounts where owner_id = $1 for update", [user.id]);
    confirmed = asBola("confirm-refund", item);
    await vi.waitFor(async () => {
      const { rowCount } = await app.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%confirm_refund%'`,
      );
      expect(rowCount).toBe(1);
    }, 10_000);
    await closing.query("select from users where id = $1 for update nowait", [user.id]);
  } finally {
    await closing.query("rollback");
    closing.release();
    await confirmed?.catch(() => undefined);
  }
  expect((await confirmed)?.isWell).toBe(true);
});

test("cancel-refund ends a request of the release before, which was no approval [T-36]", async () => {
  const { user, item } = await createChargedItem();
  await app.owner.query("select request_refund($1, $2, null, 'Ada', 'x', $3)", [
    randomIds.rowId(),
    item,
    randomIds.rowId(),
  ]);
  expect(await requestRefund(item)).toMatchObject({ isWell: false });
  expect((await asAda("cancel-refund", item)).isWell).toBe(true);
  expect((await requestRefund(item)).isWell).toBe(true);
  expect((await app.wallets(user)).NGN).toBe(10_000_00n - 588_00n);
});

describe("the database [R-15 T-36]", () => {
  const columns = "id, item_id, owner_id, currency, amount_minor, reason, asked_by";
  const insert = (item: string, owner: string, amount: number, more = "", values = "") =>
    app.owner.query(
      `insert into operator_refunds (${columns}${more}) values (gen_random_uuid(), $1, $2, 'NGN', $3, 'x', 'Ada'${values})`,
      [item, owner, amount],
    );

  test("rejects an excess, another owner, a confirmed insert, and one name twice", async () => {
    const { user, item } = await createChargedItem();
    const other = await app.user();
    await expect(insert(item, user.id, 588_01)).rejects.toThrow("differs from the payment");
    await expect(insert(item, other.id, 1)).rejects.toThrow("differs from the payment");
    await expect(insert(item, user.id, 1, ", confirmed_by, confirmed_at", ", 'Bola', now()")).rejects.toThrow(
      "requested before it is confirmed",
    );
    await insert(item, user.id, 1_00);
    const set = (what: string) => app.owner.query(`update operator_refunds set ${what} where item_id = $1`, [item]);
    await expect(set("confirmed_by = ' aDA ', confirmed_at = now()")).rejects.toThrow(
      "operator_refunds_need_two_operators",
    );
    await expect(set("amount_minor = 2")).rejects.toThrow("cannot change the request");
    await expect(set("confirmed_by = 'Bola'")).rejects.toThrow("check constraint");
    await expect(insert(item, user.id, 1)).rejects.toThrow("duplicate key");
    await app.owner.query("delete from operator_refunds where item_id = $1", [item]); // removed, because R-11 requires an operator's request
    await requestRefund(item);
    expect((await asBola("confirm-refund", item)).isWell).toBe(true);
    await expect(set("confirmed_by = 'Chidi'")).rejects.toThrow("cannot change");
    await expect(app.owner.query("delete from operator_refunds where item_id = $1", [item])).rejects.toThrow(
      "cannot change",
    );
  });

  test.each([
    "insert into operator_refunds (id) values (gen_random_uuid())",
    "update operator_refunds set reason = 'y'",
    "select request_refund(gen_random_uuid(), gen_random_uuid(), 1, 'Ada', 'x', gen_random_uuid())",
    "select confirm_refund(gen_random_uuid(), 'Bola', gen_random_uuid(), gen_random_uuid())",
    "select withdraw_refund(gen_random_uuid(), 'Ada', gen_random_uuid())",
  ])("does not permit the application role: %s", async (statement) => {
    await expect(app.db.pool.query(statement)).rejects.toThrow("permission denied");
  });
});
