import type { SearchType } from "@idanimo/contract/catalogue";
import type { ItemState, Outcome } from "@idanimo/contract/verification-states";
import type { RequestStatusRow } from "../request-status.ts";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { consentsView } from "../../consent/index.ts";
import { itemsView, labelsView, purchasesView } from "../../purchases/index.ts";
import { resultsView } from "../../results/index.ts";

export type ResultLine = RequestStatusRow & {
  readonly id: string;
  readonly search_type: SearchType;
  /** Position in the file, from 0. */
  readonly place: number;
  readonly line: number;
  readonly value_masked: string;
  readonly search_sealed: Buffer | null;
  readonly label_sealed: Buffer | null;
  readonly granted: readonly string[] | null;
  readonly now: Date;
};

/** Which lines of a bought file: `most` from a position on, in these states and with one of these outcomes, if any. */
export type LineSlice = {
  readonly from: number;
  readonly most: number;
  readonly states: readonly ItemState[];
  readonly outcomes: readonly Outcome[];
};

/**
 * Finds lines of a bought file from a position on, in order. Positions have no gaps, so every page is an index range
 * of equal cost.
 */
export async function findResultLines(
  tx: Tx,
  purchaseId: string,
  { from, most, states, outcomes }: LineSlice,
): Promise<readonly ResultLine[]> {
  const found = await sql<ResultLine>`
    with line as materialized (
      select i.id, i.search_type, i.bulk_line, i.state, i.outcome, i.position, i.position - p.bulk_from as place
      from ${purchasesView} p join ${itemsView} i on i.purchase_id = p.id
      where p.id = ${purchaseId} and i.position >= p.bulk_from + ${from}::int and i.state = any (${[...states]}::text[])
        and (i.outcome is null or i.outcome = any (${[...outcomes]}::text[]))
      order by i.position limit ${most})
    select i.id, i.search_type, i.place, i.bulk_line as line, i.state, i.outcome, c.state as consent, c.deadline, c.parts_granted as granted, c.expires_at as consent_expires_at,
           x.expires_at as result_expires_at, r.value_masked, r.search_sealed, l.label_sealed, product_now() as now
    from line i
    join verification_requests r on r.id = i.id
    left join ${consentsView} c on c.request_id = i.id
    left join ${resultsView} x on x.request_id = i.id
    left join ${labelsView} l on l.request_id = i.id
    order by i.position`.execute(tx);
  return found.rows;
}

/** Whether a program with an API key made a purchase. */
export async function wasMadeByKey(tx: Tx, purchaseId: string): Promise<boolean> {
  const found =
    await sql`select from ${purchasesView} p where p.id = ${purchaseId} and p.made_by_key_id is not null`.execute(tx);
  return found.rows.length > 0;
}
