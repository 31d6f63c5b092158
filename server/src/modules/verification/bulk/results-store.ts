import type { SearchType } from "@idanimo/contract/catalogue";
import type { RequestStatusRow } from "../request-status.ts";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { consentsView } from "../../consent/index.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";
import { resultsView } from "../../results/index.ts";

export type ResultLine = RequestStatusRow & {
  readonly id: string;
  readonly search_type: SearchType;
  readonly line: number;
  readonly value_masked: string;
  readonly search_sealed: Buffer | null;
  readonly granted: readonly string[] | null;
  readonly now: Date;
};

/**
 * Finds the lines of a bought file after a position, in order. Positions have no gaps, so every page is an index
 * range of equal cost.
 */
export async function findResultLines(
  tx: Tx,
  purchaseId: string,
  after: number,
  most: number,
): Promise<readonly ResultLine[]> {
  const found = await sql<ResultLine>`
    select i.id, i.search_type, i.bulk_line as line, i.state, i.outcome, c.state as consent, c.deadline, c.parts_granted as granted, c.expires_at as consent_expires_at,
           x.expires_at as result_expires_at, r.value_masked, r.search_sealed, product_now() as now
    from ${purchasesView} p join ${itemsView} i on i.purchase_id = p.id
    join verification_requests r on r.id = i.id
    left join ${consentsView} c on c.request_id = i.id
    left join ${resultsView} x on x.request_id = i.id
    where p.id = ${purchaseId} and i.position between p.bulk_from + ${after}::int and p.bulk_from + ${after}::int + ${most}::int - 1
    order by i.position`.execute(tx);
  return found.rows;
}
