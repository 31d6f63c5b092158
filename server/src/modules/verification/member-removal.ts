import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { isConsentPending } from "../consent/index.ts";
import { resultsView } from "../results/index.ts";

/**
 * Expires the delivered records of a removed member's requests: no colleague may open them, and the next purge deletes
 * them. Requests under way continue for the organisation. [TM-09]
 */
export async function expireRecordsOf(tx: Tx, organisationId: string, userId: string): Promise<void> {
  await sql`update verification_requests r set purge_due_at = product_now()
    where r.owner_id = ${organisationId} and coalesce(r.made_by_user_id, r.owner_id) = ${userId}
      and r.purged_at is null and (r.purge_due_at is null or r.purge_due_at > product_now())
      and not ${isConsentPending(sql`r.id`)} and exists (select from ${resultsView} v where v.request_id = r.id)`.execute(
    tx,
  );
  await sql`delete from reports where owner_id = ${organisationId} and request_id in (
    select r.id from verification_requests r where r.owner_id = ${organisationId}
      and coalesce(r.made_by_user_id, r.owner_id) = ${userId})`.execute(tx);
}
