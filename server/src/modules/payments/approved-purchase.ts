import { fail, ok, type Result } from "@idanimo/contract/problems";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";

type PaymentOutcome = {
  readonly code: "success" | "wallet_balance_low" | "facts_changed" | "cap_reached" | "account_suspended";
  readonly details?: Readonly<Record<string, string>>;
};

/** Pays an approved purchase from the wallet, in the transaction that approves it [TM-07]. */
export async function payApprovedPurchase(
  tx: Tx,
  ids: IdSource,
  purchaseId: string,
): Promise<Result<void, "wallet_balance_low" | "facts_changed" | "cap_reached" | "account_suspended">> {
  const rowIds = [ids.rowId(), ids.rowId(), ids.rowId()];
  const found = await sql<{ outcome: PaymentOutcome }>`
    select pay_approved_purchase(${purchaseId}, ${rowIds}::uuid[]) as outcome`.execute(tx);
  const outcome = found.rows[0]?.outcome;
  if (!outcome) throw new Error("pay_approved_purchase returned nothing");
  if (outcome.code === "success") return ok(undefined);
  return fail(outcome.code, {}, outcome.details ? { details: outcome.details } : {});
}
