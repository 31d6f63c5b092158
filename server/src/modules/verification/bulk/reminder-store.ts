import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { consentsView } from "../../consent/index.ts";
import { hasConsentMessage } from "../../notifications/index.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";

/** A line that waits for its person, as far as it decides about their reminder. */
export type WaitingLine = {
  readonly id: string;
  readonly place: number;
  readonly askedAt: Date | null;
  readonly deadline: Date | null;
  readonly remindedAt: Date | null;
  readonly wasSent: boolean;
  readonly now: Date;
};

/** Finds the lines of a bought file from a position on that wait for their person's answer, in order. */
export async function findWaitingLines(
  tx: Tx,
  purchaseId: string,
  from: number,
  most: number,
): Promise<readonly WaitingLine[]> {
  const found = await sql<WaitingLine>`
    select i.id, i.position - p.bulk_from as place, c.asked_at as "askedAt", c.deadline, c.reminded_at as "remindedAt",
      ${hasConsentMessage(sql`c.request_id`, ["sent", "delivered"])} as "wasSent", product_now() as now
    from ${purchasesView} p
    join ${itemsView} i on i.purchase_id = p.id and i.bulk_line is not null and i.state = 'awaiting_consent'
    join ${consentsView} c on c.request_id = i.id and c.state = 'pending' and c.deadline > product_now()
    where p.id = ${purchaseId} and i.position >= p.bulk_from + ${from}::int
    order by i.position limit ${most}`.execute(tx);
  return found.rows;
}
