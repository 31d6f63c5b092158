import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPurchase } from "../testing/app.ts";

/** What the database rejects and counts when one statement writes many rows. [R-04 R-09] */

let app: TestApp;
/** Two accounts, each with a running lookup and an unpaid purchase. */
let paid: TestPurchase[];
let open: TestPurchase[];
let owners: string[];
beforeAll(async () => {
  app = await createTestApp();
  const users = [await app.user({ NGN: 10_000_00n }), await app.user({ NGN: 10_000_00n })];
  owners = users.map(({ id }) => id);
  paid = await Promise.all(users.map((user) => app.purchase(user)));
  open = await Promise.all(users.map((user) => app.purchase(user)));
  for (const [at, { sessionCode, transactionID, amount }] of paid.entries())
    await users[at]?.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

/**
 * Runs a statement as the tables' owner between `before` and `after`, and rolls back. @returns the rows of `after`,
 * or the error's code
 */
async function done(statement: string, ids: readonly string[], after = "select", before = ""): Promise<unknown> {
  const client = await app.owner.connect();
  try {
    await client.query(`begin; set local idanimo.owner = 'system'; ${before}`);
    await client.query(statement, [ids]);
    return (await client.query({ text: after, rowMode: "array" })).rows;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.query("rollback");
    client.release();
  }
}
const broken = "23514";
const itemsOf = (purchases: readonly TestPurchase[]) => purchases.map(({ itemId }) => itemId);
const idsOf = (purchases: readonly TestPurchase[]) => purchases.map(({ id }) => id);

describe("a statement with one illegal transition [R-09]", () => {
  const ask = "update purchase_items set state = 'awaiting_consent' where id = any ($1)";
  const complete = "update purchases set state = 'completed' where id = any ($1)";
  const stay = "update purchases set state = state, paid_at = paid_at where id = any ($1)";
  test("is rejected for items", async () => {
    expect(await done(ask, itemsOf(paid))).toEqual([[]]);
    expect(await done(ask, itemsOf([...paid, ...open]))).toBe(broken);
  });
  test("is rejected for purchases", async () => {
    expect(await done(complete, idsOf(paid))).toEqual([[]]);
    const all =
      "update purchases set state = 'completed', paid_at = now(), payment_type = 'WALLET' where id = any ($1)";
    expect(await done(all, idsOf([...paid, ...open]))).toBe(broken);
  });
  test("is accepted if no row changes its state", async () => {
    expect(await done(stay, idsOf([...paid, ...open]))).toEqual([[]]);
  });
  test("is rejected if the row also changes its id", async () => {
    const other =
      "update purchases set id = gen_random_uuid(), state = 'completed', paid_at = now(), payment_type = 'WALLET' where id = any ($1)";
    const alone = "alter table purchase_items drop constraint purchase_items_purchase_id_fkey";
    expect(await done(other, idsOf(open), "select", alone)).toBe(broken);
  });
});

test("counts the items that one statement lists and closes per account [DASH-02]", async () => {
  const totals = `select listed::int, successful::int, unsuccessful::int from request_totals where owner_id = any ('{${owners.join()}}') order by owner_id`;
  const all = "update purchase_items set state = 'closed', outcome = case owner_id when '";
  const close = `${all}${owners.toSorted()[0] ?? ""}' then 'DELIVERED' else 'NO_DATA' end where id = any ($1)`;
  expect(await done(close, itemsOf(paid), totals)).toEqual([
    [1, 1, 0],
    [1, 0, 1],
  ]);
});

test("rejects all results of a statement if one item is unpaid [R-04]", async () => {
  const keep =
    "insert into results (request_id, owner_id, sealed, source) select id, owner_id, '\\x00', '' from purchase_items where id = any ($1) order by state";
  expect(await done(keep, itemsOf(paid))).toEqual([[]]);
  expect(await done(keep, itemsOf([...paid, ...open]))).toBe(broken);
  const file =
    "insert into result_files (request_id, owner_id, name, media_type, sealed) select id, owner_id, 'source.pdf', 'application/pdf', '\\x00' from purchase_items where id = any ($1) order by state";
  const alone = "alter table result_files drop constraint result_files_request_id_fkey"; // otherwise it needs a result first
  expect(await done(file, itemsOf(paid), "select", alone)).toEqual([[]]);
  expect(await done(file, itemsOf([...paid, ...open]), "select", alone)).toBe(broken);
});

test("marks all records as gone whose requests one statement purges [DASH-13]", async () => {
  const over = `select distinct record_ended from purchase_items where id = any ('{${itemsOf(paid).join()}}')`;
  const deliver = `update purchase_items set state = 'closed', outcome = 'DELIVERED' where id = any ('{${itemsOf(paid).join()}}')`;
  const purge =
    "update verification_requests set search_sealed = null, value_hash = null, purged_at = now() where id = any ($1)";
  expect(await done(purge, itemsOf(paid), over, deliver)).toEqual([["EXPIRED"]]);
});
