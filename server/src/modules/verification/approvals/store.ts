import type { SearchOption, SearchType } from "@idanimo/contract/catalogue";
import type { PurposeCode } from "@idanimo/contract/consent";
import { sql } from "kysely";
import { secondsFromNow, type Tx } from "../../../database/database.ts";
import { consentsView } from "../../consent/index.ts";
import { itemsView } from "../../purchases/index.ts";

/** Queries for purchases that wait for an approval. */

export type WaitingItem = {
  readonly id: string;
  readonly searchType: SearchType;
  readonly options: readonly SearchOption[];
  readonly valueMasked: string;
  readonly purpose: PurposeCode | null;
};
/** The checks of a purchase in their order; of a file's lines only their number. */
export type WaitingPurchase = { readonly items: readonly WaitingItem[]; readonly lines: number };

/** The checks of purchases that are not paid, by the purchase's id. */
export async function findWaitingPurchases(
  tx: Tx,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, WaitingPurchase>> {
  const found = await sql<WaitingItem & { purchase: string; lines: number }>`
    select i.purchase_id as purchase, i.id, i.search_type as "searchType", r.options, r.value_masked as "valueMasked", c.purpose_code as purpose,
      coalesce((select u.records from bulk_uploads u where u.purchase_id = i.purchase_id and i.bulk_line is not null), 0) as lines
    from ${itemsView} i
    join (select b.purchase_id, min(b.position) filter (where b.bulk_line is not null) as first_line from ${itemsView} b
      where b.purchase_id = any (${[...purchaseIds]}::uuid[]) group by b.purchase_id) f on f.purchase_id = i.purchase_id
    join verification_requests r on r.id = i.id left join ${consentsView} c on c.request_id = i.id
    where i.bulk_line is null or i.position = f.first_line order by i.purchase_id, i.position`.execute(tx);
  return new Map(
    purchaseIds.map((id) => {
      const rows = found.rows.filter(({ purchase }) => purchase === id);
      const lines = rows.reduce((sum, row) => sum + row.lines, 0);
      return [id, { items: rows.filter((row) => row.lines === 0), lines }];
    }),
  );
}

export const findWaitingPurchase = async (tx: Tx, purchaseId: string): Promise<WaitingPurchase> =>
  (await findWaitingPurchases(tx, [purchaseId])).get(purchaseId) ?? { items: [], lines: 0 };

/** Sets when the entered values of an unpaid purchase are deleted. */
export async function setPurgeDueOfPurchase(tx: Tx, purchaseId: string, inSeconds: number): Promise<void> {
  await sql`update verification_requests r set purge_due_at = ${secondsFromNow(inSeconds)}
    from ${itemsView} i where i.purchase_id = ${purchaseId} and r.id = i.id and r.purge_due_at is not null and r.purged_at is null`.execute(
    tx,
  );
}
