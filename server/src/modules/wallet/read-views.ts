import { readView } from "../../database/read-view.ts";

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
