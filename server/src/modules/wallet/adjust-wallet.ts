import type { Money } from "@idanimo/contract/money";
import type pg from "pg";

/**
 * Credits a wallet without a payment. Idempotent by the key.
 * @param owner a pool of the database owner: the application role may not credit wallets
 */
export async function adjustWallet(
  owner: pg.Pool,
  made: { readonly id: string; readonly key: string; readonly ownerId: string; readonly amount: Money },
): Promise<void> {
  const { currency, minor } = made.amount;
  await owner.query(
    `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
     select $1, $2, 1, source.id, wallet.id, wallet.currency, $5, 'ADJUSTMENT'
     from ledger_accounts wallet join ledger_accounts source on source.kind = 'adjustments' and source.currency = wallet.currency
     where wallet.owner_id = $3 and wallet.kind = 'wallet' and wallet.currency = $4 on conflict (key, leg) do nothing`,
    [made.id, made.key, made.ownerId, currency, minor],
  );
}
