import { createHash } from "node:crypto";
import type pg from "pg";

/** Wallets and open purchases as the product's own calls leave them, made in its tables so that nothing but paying is measured. */

/** One purchase is one look-up of a NIN: 500.00 and 88.00 of tax and service, paid in naira. */
export const price = { price: 50_000, tax: 8_800, text: "588.00" } as const;
const balance = 100_000_000_000_000n;

/** Accounts with a wallet that never runs dry and a sign-in each. Their ids and tokens follow from their place. */
export async function makeWallets(owner: pg.Pool, count: number): Promise<readonly string[]> {
  const tokens = Array.from({ length: count }, (_one, at) =>
    createHash("sha256").update(`load ${at}`).digest("base64url"),
  );
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  const make = await owner.connect();
  try {
    await make.query("begin");
    await make.query(
      `insert into users (id, email, user_type, first_name, last_name, accepted_terms, email_proved_at)
       select ${userOf("n")}, 'load-' || n || '@example.test', 'individual', 'Load', 'Payer', '1', now() from generate_series(0, $1::int - 1) n`,
      [count],
    );
    await make.query(
      `insert into sign_ins (id, user_id, token_hash, kind, ends_at)
       select gen_random_uuid(), ${userOf("place - 1")}, hash, 'bearer', now() + interval '1 day'
       from unnest($1::bytea[]) with ordinality h (hash, place)`,
      [hashes],
    );
    await make.query(
      `insert into ledger_accounts (id, owner_id, kind, currency, balance_minor)
       select gen_random_uuid(), ${userOf("n")}, 'wallet', currency, 0
       from generate_series(0, $1::int - 1) n, unnest(array['NGN', 'USD']) currency`,
      [count],
    );
    // an operator's correction, as the product books one
    await make.query(
      `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
       select gen_random_uuid(), 'adjustment:' || gen_random_uuid(), 1, h.id, w.id, 'NGN', $1, 'ADJUSTMENT'
       from ledger_accounts w, ledger_accounts h, users u
       where w.kind = 'wallet' and w.currency = 'NGN' and h.kind = 'adjustments' and h.currency = 'NGN' and u.id = w.owner_id and u.email like 'load-%'`,
      [balance.toString()],
    );
    await make.query(
      "insert into graphile_worker._private_tasks (identifier) values ('look_up') on conflict do nothing",
    );
    await make.query("commit");
  } finally {
    make.release();
  }
  return tokens;
}

/** The id of the account in a place. */
export const idOf = (place: number) =>
  String(place)
    .padStart(32, "0")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
/** The same in SQL. */
export const userOf = (place: string) => `lpad((${place})::text, 32, '0')::uuid`;

/** Open purchases, numbered on from `from`; they belong to the wallets in turn. */
export type Purchases = { readonly from: number; readonly count: number; readonly wallets: number };

export async function makePurchases(owner: pg.Pool, { from, count, wallets }: Purchases): Promise<void> {
  const range = [from, from + count - 1, wallets];
  await owner.query(
    `insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at)
     select ${purchaseOf("n")}, 's' || lpad(n::text, 21, '0'), 'EA' || lpad(n::text, 14, '0'), ${userOf("n % $3::int")}, 'initiated', 'NGN',
       ${price.price}, ${price.tax}, 150000, '[{"label": "NIN", "minor": "50000"}]', now() + interval '1 day'
     from generate_series($1::int, $2::int) n`,
    range,
  );
  await owner.query(
    `insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state)
     select ${itemOf("n")}, ${purchaseOf("n")}, ${userOf("n % $3::int")}, 0, 'nin', ${price.price}, ${price.tax}, 'priced'
     from generate_series($1::int, $2::int) n`,
    range,
  );
}

export const purchaseOf = (place: string) => `('1' || lpad((${place})::text, 31, '0'))::uuid`;
export const itemOf = (place: string) => `('2' || lpad((${place})::text, 31, '0'))::uuid`;

/** What a browser sends to pay purchase `n`. */
export const bodyOf = (n: number) =>
  JSON.stringify({
    sessionCode: `s${String(n).padStart(21, "0")}`,
    transactionID: `EA${String(n).padStart(14, "0")}`,
    amount: price.text,
  });
