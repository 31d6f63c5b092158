import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

let app: TestApp;
let users: readonly TestUser[];
beforeAll(async () => {
  app = await createTestApp();
  users = [await app.user(), await app.user()];
});
afterAll(() => app.close());

/** One payment of a batch: payer, purchase, key, and whether its amount is right. */
type PaymentInput = {
  readonly payer: number;
  readonly purchase: number;
  readonly key: "a" | "b" | undefined;
  readonly body: "one" | "other";
  readonly off: bigint;
};
type Scenario = {
  readonly balances: readonly bigint[];
  /** Purchases of either user; some quotes are expired. */
  readonly purchases: readonly { readonly owner: number; readonly total: bigint; readonly isOver: boolean }[];
  /** Existing keys: answered, in progress, or left by a dead process. */
  readonly keys: readonly (Pick<PaymentInput, "payer" | "body"> & {
    readonly key: "a" | "b";
    readonly how: "answered" | "in hand" | "left";
  })[];
  readonly batch: readonly PaymentInput[];
};
const anyCase: fc.Arbitrary<Scenario> = fc.record({
  balances: fc.array(fc.bigInt({ min: 0n, max: 60n }), { minLength: 2, maxLength: 2 }),
  purchases: fc.array(
    fc.record({
      owner: fc.nat(1),
      total: fc.bigInt({ min: 2n, max: 30n }),
      isOver: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 3, maxLength: 3 },
  ),
  keys: fc.uniqueArray(
    fc.record({
      payer: fc.nat(1),
      key: fc.constantFrom("a", "b"),
      body: fc.constantFrom("one", "one", "other"),
      how: fc.constantFrom("answered", "in hand", "left"),
    }),
    { maxLength: 3, selector: ({ payer, key }) => `${payer}${key}` },
  ),
  batch: fc.array(
    fc.record({
      payer: fc.nat(1),
      purchase: fc.nat(2),
      key: fc.constantFrom<PaymentInput["key"]>("a", "b", undefined),
      body: fc.constantFrom<PaymentInput["body"]>("one", "one", "one", "other"),
      off: fc.constantFrom(0n, 0n, 0n, 1n),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

/** Each of the two purchases is affordable, but not both together. */
const tooMuchTogether: Scenario = {
  balances: [10n, 0n],
  purchases: [6n, 6n, 2n].map((total) => ({ owner: 0, total, isOver: false })),
  keys: [],
  batch: [0, 1].map((purchase) => ({ payer: 0, purchase, key: undefined, body: "one", off: 0n })),
};

const hashOf = (body: PaymentInput["body"]) => (body === "one" ? Buffer.of(1) : Buffer.of(2));

type PreparedPurchase = { readonly code: string; readonly label: string; readonly total: bigint };
async function prepare(
  client: pg.PoolClient,
  { balances, purchases, keys }: Scenario,
): Promise<readonly PreparedPurchase[]> {
  for (const [at, balance] of balances.entries())
    if (balance > 0n)
      await client.query(
        `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
         select gen_random_uuid(), 'adjustment:' || gen_random_uuid(), 1, h.id, w.id, 'NGN', $2, 'ADJUSTMENT' from ledger_accounts h, ledger_accounts w
         where h.kind = 'adjustments' and h.currency = 'NGN' and w.owner_id = $1 and w.kind = 'wallet' and w.currency = 'NGN'`,
        [users[at]?.id, balance.toString()],
      );
  for (const { payer, key, body, how } of keys)
    await client.query(
      `insert into idempotency_keys (owner_id, route, key, body_hash, status, body, started_at)
       values ($1, '/pay', $2, $3, $4, $5, product_now() - $6::interval)`,
      [
        users[payer]?.id,
        key,
        hashOf(body),
        ...(how === "answered" ? [200, "as before"] : [null, null]),
        how === "left" ? "2 minutes" : "0",
      ],
    );
  const made: PreparedPurchase[] = [];
  for (const { owner, total, isOver } of purchases) {
    const [id, code, label] = [randomIds.rowId(), randomIds.shortToken(), `EA${randomIds.digits(14)}`];
    await client.query(
      `insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at)
       values ($1, $2, $3, $4, 'initiated', 'NGN', $5, 1, 1, '[]', now() + $6::interval)`,
      [id, code, label, users[owner]?.id, (total - 1n).toString(), isOver ? "-1 second" : "1 hour"],
    );
    await client.query(
      `insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state)
       values ($1, $2, $3, 0, 'nin', $4, 1, 'priced')`,
      [randomIds.rowId(), id, users[owner]?.id, (total - 1n).toString()],
    );
    made.push({ code, label, total });
  }
  return made;
}

const words = [
  "success",
  "not_found",
  "amount_mismatch",
  "already_paid",
  "quote_ended",
  "currency_mismatch",
  "wallet_balance_low",
];
async function pay(client: pg.PoolClient, batch: readonly PaymentInput[], made: readonly PreparedPurchase[]) {
  const bought = ({ purchase }: PaymentInput) => made[purchase] ?? { code: "", label: "", total: 0n };
  const { rows } = await client.query<{ answer: string; first_body: string | null }>(
    "select answer, first_body from pay_from_wallet($1, $1, $2, $3, $4, $5, '/pay', $6, $7, $8, $9, $8)",
    [
      batch.map(({ payer }) => users[payer]?.id),
      batch.map((one) => bought(one).code),
      batch.map((one) => bought(one).label),
      batch.map((one) => (bought(one).total + one.off).toString()),
      batch.flatMap(() => [randomIds.rowId(), randomIds.rowId(), randomIds.rowId()]),
      batch.map(({ key }) => key ?? null),
      batch.map(({ body }) => hashOf(body)),
      words,
      words.map(() => 200),
    ],
  );
  // replaces `answered` by the stored response, whether it was stored before or in this batch
  return rows.map(({ answer, first_body: first }) => (answer === "answered" ? first : answer));
}

const left = `
  select jsonb_build_object(
    'wallets', (select jsonb_agg(balance_minor order by id) from ledger_accounts where owner_id = any ($1) and currency = 'NGN'),
    'legs', (select jsonb_agg(jsonb_build_array(p.session_code, t.leg, t.amount_minor) order by p.session_code, t.leg)
      from purchases p join ledger_transfers t on t.key = 'purchase:' || p.id where p.owner_id = any ($1)),
    'states', (select jsonb_agg(jsonb_build_array(p.session_code, p.state, p.payment_type, i.state) order by p.session_code)
      from purchases p join purchase_items i on i.purchase_id = p.id where p.owner_id = any ($1)),
    'jobs', (select jsonb_agg(jsonb_build_array(p.session_code, j.max_attempts) order by p.session_code)
      from purchases p join purchase_items i on i.purchase_id = p.id join graphile_worker.jobs j on j.key = 'look_up:' || i.id
      where p.owner_id = any ($1)),
    'notes', (select jsonb_agg(p.session_code order by p.session_code) from purchases p join audit_log l on l.object_id = p.id and l.actor_id = p.owner_id
      where p.owner_id = any ($1)),
    'keys', (select jsonb_agg(jsonb_build_array(k.owner_id, k.key, k.status, k.body, encode(k.body_hash, 'hex')) order by k.owner_id, k.key)
      from idempotency_keys k where k.owner_id = any ($1))) as all`;

test("a batch of payments ends as the same payments one by one [R-02 R-15 T-23]", { timeout: 120_000 }, async () => {
  const heard = new Set<string | null>();
  const ids = users.map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(anyCase, async (one) => {
      const client = await app.owner.connect();
      try {
        await client.query("begin");
        const made = await prepare(client, one);
        await client.query("savepoint before");
        const together = await pay(client, one.batch, made);
        const leftTogether = (await client.query(left, [ids])).rows;
        await client.query("rollback to before");
        const inTurn: (string | null | undefined)[] = [];
        for (const asked of one.batch) inTurn.push((await pay(client, [asked], made))[0]);
        expect(together).toEqual(inTurn);
        expect(leftTogether).toEqual((await client.query(left, [ids])).rows);
        for (const answer of together) heard.add(answer);
      } finally {
        await client.query("rollback");
        client.release();
      }
    }),
    { numRuns: 150, examples: [[tooMuchTogether]] },
  );
  for (const word of [
    "success",
    "not_found",
    "amount_mismatch",
    "quote_ended",
    "wallet_balance_low",
    "same_key_other_body",
    "same_key_in_flight",
    "as before",
  ])
    expect(heard).toContain(word);
});
