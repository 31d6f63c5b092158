import { reportKnownMonths } from "@idanimo/contract/reports";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { writeAudit } from "../audit/index.ts";
import { deleteResults } from "../results/index.ts";

export type RetentionDeps = { readonly db: Database; readonly keys: KeyStore; readonly ids: IdSource };

/** Requests one transaction purges. */
const atOnce = 200;

/**
 * Whose personal values must be gone by the database's clock, of all or of some. A question still open is ended first: its
 * subject may be saying yes in this very moment, and what they agreed to must then have its key. A look-up that waits for its
 * source, or for its turn in a file, is finished first for the same reason.
 */
async function due(tx: Tx, only: string | undefined): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from verification_requests
    where purged_at is null and purge_due_at <= product_now() ${only === undefined ? sql`` : sql`and id = ${only}`}
      and not exists (select from consents c where c.request_id = verification_requests.id and c.state = 'pending')
      and not exists (select from purchase_items i join purchases p on p.id = i.purchase_id where i.id = verification_requests.id
        and (i.state = 'looking_up' or (i.state = 'priced' and p.state = 'paid')))
    order by purge_due_at limit ${atOnce}`.execute(tx);
  return found.rows.map((row) => row.id);
}

/** Erases what the destroyed keys had sealed. Only the masked value stays. */
async function erase(tx: Tx, ids: IdSource, requestIds: readonly string[]): Promise<void> {
  const these = [...requestIds];
  await deleteResults(tx, these);
  await sql`update lookup_attempts set answer_sealed = null where request_id = any (${these}) and answer_sealed is not null`.execute(
    tx,
  );
  await sql`update verification_requests set search_sealed = null, value_hash = null, purged_at = product_now()
    where id = any (${these}) and purged_at is null`.execute(tx);
  await sql`update consents set contact_sealed = null, note_sealed = null, phone_hash = null where request_id = any (${these})`.execute(
    tx,
  );
  await sql`update outbox_messages set sealed = null where request_id = any (${these}) and sealed is not null`.execute(
    tx,
  );
  for (const requestId of these)
    await writeAudit(tx, ids, { actorKind: "system", action: "purged", objectId: requestId });
}

/**
 * Makes personal values go away: the key first, in its own database, then the rows. A process that dies between the two has
 * already made the record unreadable, and the next run finishes. Source: design 2, T-51.
 */
export function retentionJobs(deps: RetentionDeps) {
  const purge = async (only?: string) => {
    for (;;) {
      const requestIds = await deps.db.transaction("system", (tx) => due(tx, only));
      if (requestIds.length === 0) return;
      await deps.keys.destroy(requestIds);
      await deps.db.transaction("system", (tx) => erase(tx, deps.ids, requestIds));
      if (requestIds.length < atOnce) return;
    }
  };
  return {
    /** One request, at once: denied, taken back, or over. */
    purge: (payload: { readonly requestId: string }) => purge(payload.requestId),
    /** Everything whose time has come. */
    purge_due: () => purge(),
    /** Rows that only served a while: answered keys of requests, taken notices, messages that have gone. */
    forget_old_rows: async () => {
      await deps.db.transaction("system", async (tx) => {
        await sql`delete from idempotency_keys where started_at < product_now() - interval '48 hours'`.execute(tx);
        await sql`delete from inbound_notices where taken_at < product_now() - interval '7 days'`.execute(tx);
        await sql`delete from outbox_messages where state <> 'waiting' and moved_at < product_now() - interval '12 months'`.execute(
          tx,
        );
        await sql`delete from reports where made_at < product_now() - make_interval(months => ${reportKnownMonths}::int)`.execute(
          tx,
        );
      });
    },
  };
}
