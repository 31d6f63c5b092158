import { readView } from "../../database/read-view.ts";

/**
 * SQL: the balance of an account's wallet in minor units, 0 without one. For statements of later modules.
 * @param owner    SQL of the account's id
 * @param currency SQL of the currency
 */
export const walletBalanceSql = (owner: string, currency: string): string => `coalesce((
  select balance_minor from ledger_accounts where owner_id = ${owner} and kind = 'wallet' and currency = ${currency}), 0)`;

/** Accounts of the ledger. */
export const ledgerAccountsView = readView("ledger_accounts", ["id", "owner_id", "kind", "currency", "balance_minor"]);

/** Transfers between accounts of the ledger. */
export const ledgerTransfersView = readView("ledger_transfers", [
  "id",
  "key",
  "from_account",
  "to_account",
  "currency",
  "amount_minor",
  "reason",
  "created_at",
]);
