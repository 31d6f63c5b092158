import { type Actor, scopeOf } from "../../../http/call.ts";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { startOfLagosDay } from "@idanimo/contract/date-format";
import type { MemberName } from "@idanimo/contract/organisations/member-name";
import type { TransactionType } from "@idanimo/contract/wallet";
import { type Database, useSnapshot } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import { cursorUntilDay } from "../../../kernel/cursor.ts";
import type { Vault } from "../../../kernel/vault.ts";
import { findMakers } from "../../accounts/index.ts";
import { findLabelledPurchases, openLabel, searchHashesOf } from "../../purchases/index.ts";
import {
  findPurchaseByReference,
  readBalancesAfter,
  readTransactions,
  type TransactionRow,
  type TransactionSlice,
} from "./store.ts";

/** What narrows the log. Days are in Lagos; both included. */
export type LogFilter = {
  readonly type?: TransactionType | undefined;
  readonly memberId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
};
/** A row with what it was for, and the wallet's balance right after it. */
export type LogRow = TransactionRow & {
  readonly what: readonly string[];
  readonly label: string | undefined;
  /** Of an organisation. */
  readonly member: MemberName | undefined;
  readonly balance: bigint | undefined;
};
type Deps = { readonly db: Database; readonly keys: KeyStore; readonly vault: Vault };

/**
 * Reads a page of the log in one snapshot. @param withBalance also the balances, which read everything that moved since
 */
export async function readLog(
  { db, keys, vault }: Deps,
  actor: Actor,
  slice: TransactionSlice,
  { type, memberId, from, to, q = "" }: LogFilter,
  withBalance: boolean,
): Promise<readonly LogRow[]> {
  const after = cursorUntilDay(slice.after, to);
  const { rows, balances } = await db.transaction(scopeOf(actor), async (tx) => {
    await useSnapshot(tx);
    const reference = q.toUpperCase();
    const only =
      q === ""
        ? undefined
        : {
            reference,
            purchaseIds: [
              ...(await findPurchaseByReference(tx, actor.ownerId, reference)),
              ...(await findLabelledPurchases(tx, actor.ownerId, searchHashesOf(vault, actor.ownerId, q))),
            ],
          };
    const since = from === undefined ? undefined : startOfLagosDay(from);
    const found = await readTransactions(
      tx,
      actor.ownerId,
      { ...slice, after },
      { type, since, madeBy: memberId, only },
    );
    const ledgerKeys = found.flatMap(({ ledger_key: key }) => key ?? []);
    return {
      rows: found,
      balances:
        withBalance && ledgerKeys.length > 0 ? await readBalancesAfter(tx, actor.ownerId, ledgerKeys) : undefined,
    };
  });
  const accountKey = rows.some((row) => row.label_sealed !== null) ? await keys.find(actor.ownerId) : undefined;
  const makerOf = await findMakers(
    db.single,
    actor,
    rows.map(({ made_by_user_id: madeBy }) => madeBy),
  );
  return rows.map((row) => ({
    ...row,
    member: makerOf(row.made_by_user_id),
    what: row.lines ?? (row.search_type === null ? [] : [catalogueRowOf(row.search_type).label]),
    label:
      accountKey && row.label_sealed && row.labelled_id
        ? openLabel(accountKey, row.labelled_id, row.label_sealed)
        : undefined,
    balance: row.ledger_key === null ? undefined : balances?.get(row.ledger_key),
  }));
}
