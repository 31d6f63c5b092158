import { createHash } from "node:crypto";
import type pg from "pg";

/** Wallets and unpaid purchases as the product's own calls leave them, inserted so that nothing but paying is measured. */

/** One purchase is one lookup of a NIN: 500.00 and 88.00 of tax and service, in naira. */
const price = { price: 50_000, tax: 8_800, text: "588.00" } as const;
const balanceMinor = 100_000_000_000_000n;

/** Accounts with consecutive numbers. The user of a business account is the only member of its organisation. */
export type Accounts = {
  readonly first?: number;
  readonly count: number;
  readonly userType?: "individual" | "business";
};

/** Inserts accounts with a wallet that never runs dry and a session each; ids and tokens follow from their number. @returns the tokens */
export async function insertWallets(
  database: pg.Pool,
  { first = 0, count, userType = "individual" }: Accounts,
): Promise<readonly string[]> {
  const tokens = Array.from({ length: count }, (_one, at) =>
    createHash("sha256")
      .update(`load ${first + at}`)
      .digest("base64url"),
  );
  const range = [first, first + count - 1];
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  await database.query(
    `insert into users (id, email, user_type, first_name, last_name, accepted_terms, email_verified_at)
     select ${userId("n")}, 'load-' || n || '@example.test', $3, 'Load', 'Payer', '1', now() from generate_series($1::int, $2::int) n`,
    [...range, userType],
  );
  await database.query(
    `insert into sign_ins (id, user_id, token_hash, kind, ends_at)
     select gen_random_uuid(), ${userId("place - 1 + $2::int")}, hash, 'bearer', now() + interval '1 day'
     from unnest($1::bytea[]) with ordinality h (hash, place)`,
    [hashes, first],
  );
  await database.query(
    `insert into ledger_accounts (id, owner_id, kind, currency, balance_minor)
     select gen_random_uuid(), ${userId("n")}, 'wallet', currency, 0
     from generate_series($1::int, $2::int) n, unnest(array['NGN', 'USD']) currency`,
    range,
  );
  await database.query(
    `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
     select gen_random_uuid(), 'adjustment:' || gen_random_uuid(), 1, h.id, w.id, 'NGN', $1, 'ADJUSTMENT'
     from ledger_accounts w, ledger_accounts h, users u
     where w.kind = 'wallet' and w.currency = 'NGN' and h.kind = 'adjustments' and h.currency = 'NGN' and u.id = w.owner_id
       and u.id between ${userId("$2::int")} and ${userId("$3::int")}`,
    [balanceMinor.toString(), ...range],
  );
  return tokens;
}

/** Id of the account with a number, in SQL. */
const userId = (number: string) => `lpad((${number})::text, 32, '0')::uuid`;
const purchaseId = (number: string) => `('1' || lpad((${number})::text, 31, '0'))::uuid`;
/** Item ids in SQL start with this. */
export const itemIdStart = "2000";
const itemId = (number: string) => `('2' || lpad((${number})::text, 31, '0'))::uuid`;
export const transactionId = (number: number) => `EA${String(number).padStart(14, "0")}`;

/** Unpaid purchases with consecutive numbers; their accounts alternate. */
export type Purchases = { readonly from: number; readonly count: number; readonly accounts: Accounts };

/** Number of the account that makes a purchase. */
export const accountOf = (number: number, { first = 0, count }: Accounts): number => first + (number % count);

export async function insertPurchases(database: pg.Pool, { from, count, accounts }: Purchases): Promise<void> {
  const range = [from, from + count - 1, accounts.count, accounts.first ?? 0];
  const owner = userId("$4::int + n % $3::int");
  await database.query(
    `insert into purchases (id, session_code, transaction_id, owner_id, made_by_user_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at)
     select ${purchaseId("n")}, 's' || lpad(n::text, 21, '0'), 'EA' || lpad(n::text, 14, '0'), ${owner},
       case when $5 then ${owner} end, 'initiated', 'NGN',
       ${price.price}, ${price.tax}, 150000, '[{"label": "NIN", "minor": "50000"}]', now() + interval '1 day'
     from generate_series($1::int, $2::int) n`,
    [...range, accounts.userType === "business"],
  );
  await database.query(
    `insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state)
     select ${itemId("n")}, ${purchaseId("n")}, ${owner}, 0, 'nin', ${price.price}, ${price.tax}, 'priced'
     from generate_series($1::int, $2::int) n`,
    range,
  );
}

/** Body of the call that pays a purchase from the wallet. */
export type PaymentBody = { readonly sessionCode: string; readonly transactionID: string; readonly amount: string };
export const paymentBody = (number: number): PaymentBody => ({
  sessionCode: `s${String(number).padStart(21, "0")}`,
  transactionID: transactionId(number),
  amount: price.text,
});
