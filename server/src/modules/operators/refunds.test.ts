import { naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";
import { runCommand } from "./index.ts";

/** Refunds by operators: never by one alone, never twice, never more than was paid. */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const runOperator = (name: string, ...args: readonly string[]) =>
  runCommand(
    { owner: app.owner, db: app.db, keys: app.keys, ids: randomIds, publicUrl: "http://localhost:8080", sources: [] },
    name,
    args,
  );
const outputOf = async (name: string, ...args: readonly string[]) =>
  (await runOperator(name, ...args)).lines.join("\n");

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
  runOperator("refund", item, "--as", "Ada", "--reason", "the register was wrong", ...more);
const outcomeOf = async (item: string) =>
  (await app.owner.query<{ outcome: string }>("select outcome from purchase_items where id = $1", [item])).rows[0]
    ?.outcome;

test("two operators refund once, with audit and notice; the outcome stays [T-36 R-03 R-10]", async () => {
  const { user, bought, item } = await createChargedItem();
  expect((await requestRefund(item)).isWell).toBe(true);
  expect((await app.wallets(user)).NGN).toBe(10_000_00n - 588_00n);
  expect(await outputOf("refunds")).toMatch(new RegExp(`^${item} .* ₦588  Ada           the register was wrong$`, "m"));
  expect((await runOperator("confirm-refund", item, "--as", "Bola")).isWell).toBe(true);
  await app.drainQueue();
  expect((await app.wallets(user)).NGN).toBe(10_000_00n);
  expect(await outcomeOf(item)).toBe("NO_DATA");
  expect(await outputOf("refunds")).toBe("No refund waits for confirmation.");

  const { rows } = await app.owner.query(
    "select action, actor_kind, reason from audit_log where object_id = $1 and action like 'refund_%' order by at",
    [item],
  );
  expect(rows).toEqual([
    { action: "refund_requested", actor_kind: "operator", reason: "Ada: the register was wrong" },
    { action: "refund_confirmed", actor_kind: "operator", reason: "Bola, asked by Ada" },
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

  for (const again of [await requestRefund(item), await runOperator("confirm-refund", item, "--as", "Chidi")])
    expect(again.isWell).toBe(false);
  expect((await runOperator("drop-refund", item, "--as", "Chidi")).isWell).toBe(false);
  expect((await app.wallets(user)).NGN).toBe(10_000_00n);
});

test("one operator alone cannot refund, and concurrent confirmations refund once [T-36]", async () => {
  const { user, item } = await createChargedItem();
  await requestRefund(item);
  for (const name of ["Ada", "ADA", "ada"])
    expect(await outputOf("confirm-refund", item, "--as", name)).toContain("another operator must confirm");
  expect((await app.wallets(user)).NGN).toBe(10_000_00n - 588_00n);
  const names = ["Bola", "Chidi", "Dayo", "Efe"];
  const done = await Promise.all(names.map((name) => runOperator("confirm-refund", item, "--as", name)));
  expect(done.filter(({ isWell }) => isWell)).toHaveLength(1);
  expect((await app.wallets(user)).NGN).toBe(10_000_00n);
});

test("a cancelled request can be made again, also for part of the amount [T-36]", async () => {
  const { user, item } = await createChargedItem();
  await requestRefund(item);
  expect((await runOperator("drop-refund", item, "--as", "Ada")).isWell).toBe(true);
  expect((await runOperator("confirm-refund", item, "--as", "Bola")).isWell).toBe(false);
  expect((await runOperator("refund", item, "--as", "Bola", "--reason", "half", "--amount", "200.50")).isWell).toBe(
    true,
  );
  expect((await runOperator("confirm-refund", item, "--as", "Ada")).isWell).toBe(true);
  expect((await app.wallets(user)).NGN).toBe(10_000_00n - 588_00n + 200_50n);
});

test("rejects lookups refunded, unfinished or unknown, and too high amounts [T-33 T-36]", async () => {
  const { item } = await createChargedItem();
  expect(await outputOf("refund", item, "--as", "Ada", "--reason", "x", "--amount", "588.01")).toContain(
    "more than was paid",
  );
  for (const amount of ["0", "-1", "1.001", "all"])
    expect(await outputOf("refund", item, "--as", "Ada", "--reason", "x", "--amount", amount)).toContain("--amount");
  expect(await outputOf("refund", item, "--as", "Ada")).toContain("--reason");
  expect(await outputOf("refund", item, "--as", "Ada", "--reason", "asked by 12345678901")).toContain(
    "personal values",
  );
  expect(await outputOf("refund", item, "--reason", "x")).toContain("--as");
  expect(await outputOf("refund", randomIds.publicId(), "--as", "Ada", "--reason", "x")).toContain("is not a lookup");
  expect(await outputOf("refund", "12", "--as", "Ada", "--reason", "x")).toContain("is not a lookup");

  const user = await app.user({ NGN: 10_000_00n });
  const open = await app.purchase(user);
  expect(await outputOf("refund", open.itemId, "--as", "Ada", "--reason", "x")).toContain("no charge to refund");
  const { sessionCode, transactionID, amount } = open;
  app.providers.personRecords.respondTo(open.nin, { kind: "failed", why: "http_500" });
  await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  await app.drainQueue();
  expect((await app.wallets(user)).NGN).toBe(naira(10_000_00n).minor);
  expect(await outputOf("refund", open.itemId, "--as", "Ada", "--reason", "x")).toContain("no charge to refund");
});

test("a refund locks the wallet before the account, as account closure does [T-36]", async () => {
  const { user, item } = await createChargedItem();
  await requestRefund(item);
  const closing = await app.owner.connect();
  let confirmed: ReturnType<typeof runOperator> | undefined;
  try {
    await closing.query("begin");
    await closing.query("select from ledger_accounts where owner_id = $1 for update", [user.id]);
    confirmed = runOperator("confirm-refund", item, "--as", "Bola");
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
    expect((await runOperator("confirm-refund", item, "--as", "Bola")).isWell).toBe(true);
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
