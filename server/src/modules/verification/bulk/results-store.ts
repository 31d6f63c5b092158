import type { StandingRow } from "../standing.ts";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";

export type ResultLine = StandingRow & {
  readonly id: string;
  readonly line: number;
  readonly position: number;
  readonly value_masked: string;
  readonly search_sealed: Buffer | null;
  readonly now: Date;
};

/** Lines of a bought file behind a position, in the order of the file. */
export async function readLines(
  tx: Tx,
  purchaseId: string,
  after: number,
  most: number,
): Promise<readonly ResultLine[]> {
  const found = await sql<ResultLine>`
    select i.id, i.bulk_line as line, i.position, i.state, i.outcome, c.state as consent, c.deadline, c.gone_at as consent_gone_at,
           x.gone_at as result_gone_at, r.value_masked, r.search_sealed, product_now() as now
    from purchase_items i
    join verification_requests r on r.id = i.id
    left join consents c on c.request_id = i.id
    left join results x on x.request_id = i.id
    where i.purchase_id = ${purchaseId} and i.position > ${after} and i.bulk_line is not null
    order by i.position limit ${most}`.execute(tx);
  return found.rows;
}
