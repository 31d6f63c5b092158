import type { SearchType } from "@idanimo/contract/catalogue";
import type { ConsentState } from "@idanimo/contract/consent";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import { auditLogView } from "../audit/index.ts";
import { consentsView, subjectIndexView } from "../consent/index.ts";
import { itemsView } from "../purchases/index.ts";
import { requestsView } from "../verification/index.ts";

/** Queries for the requests whose personal values were stored during a period. Ids and hashes only. */

export type BreachWindow = {
  readonly since: Date;
  readonly until: Date;
  /** Limits the window to one account. */ readonly account: string | null;
};

export type AffectedRequest = {
  readonly requestId: string;
  readonly ownerId: string;
  readonly searchType: SearchType;
  readonly createdAt: Date;
  readonly purgedAt: Date | null;
  readonly askedAt: Date | null;
  readonly consent: ConsentState | null;
  /** When the subject granted or denied consent. */
  readonly decidedAt: Date | null;
  /** Parts that the request can show; stored until the person decides. */
  readonly storedParts: readonly string[];
  /** Parts that the person granted. */
  readonly grantedParts: readonly string[];
  /** The result was delivered to the requester. */
  readonly isDelivered: boolean;
  /** How often the record or its PDF was opened during the window. */
  readonly opened: number;
  /** Keyed hashes of the contacts in the record, if the person is known. */
  readonly phoneHash: Buffer | null;
  readonly mailHash: Buffer | null;
  readonly contactSealed: Buffer | null;
};

/**
 * Reads every request whose values were stored at some time in the window: created before its end and not purged
 * before its start. An intruder may have seen any of them, opened or not. A cursor reads them in batches, oldest
 * first, so that memory does not grow with their number.
 * @param onBatch handles one batch; it may use other connections
 * @param lock advisory lock of the complete run
 * @returns false, without reading, if another run has the lock
 */
export async function readAffectedInBatches(
  db: Database,
  { since, until, account }: BreachWindow,
  batchSize: number,
  onBatch: (some: readonly AffectedRequest[]) => Promise<void>,
  lock?: readonly [number, number],
): Promise<boolean> {
  return db.transaction("system", async (tx) => {
    if (lock && !(await tryLock(tx, lock))) return false;
    await sql`declare touched no scroll cursor for
    with looks as materialized (
      select object_id, count(*)::float8 as opened from ${auditLogView} a
      where action in ('viewed_record', 'downloaded_report', 'downloaded_source_report') and at >= ${since} and at < ${until}
      group by object_id)
    select r.id as "requestId", r.owner_id as "ownerId", r.search_type as "searchType", r.created_at as "createdAt", r.purged_at as "purgedAt",
      c.asked_at as "askedAt", c.state as consent, c.decided_at as "decidedAt", coalesce(c.parts_required || c.parts_offered, '{}') as "storedParts", coalesce(c.parts_granted, '{}') as "grantedParts", coalesce(i.outcome = 'DELIVERED', false) as "isDelivered",
      coalesce(l.opened, 0) as opened, p.contact_hash as "phoneHash", m.contact_hash as "mailHash", c.contact_sealed as "contactSealed"
    from ${requestsView} r
    join ${itemsView} i on i.id = r.id
    left join ${consentsView} c on c.request_id = r.id
    left join looks l on l.object_id = r.id
    left join ${subjectIndexView} p on p.request_id = r.id and p.kind = 'phone'
    left join ${subjectIndexView} m on m.request_id = r.id and m.kind = 'mail'
    where r.created_at < ${until} and (r.purged_at is null or r.purged_at > ${since})
      ${account === null ? sql`` : sql`and r.owner_id = ${account}`}
    order by r.created_at, r.id`.execute(tx);
    const next = sql<AffectedRequest>`fetch forward ${sql.lit(batchSize)} from touched`;
    for (let some = await next.execute(tx); some.rows.length > 0; some = await next.execute(tx))
      await onBatch(some.rows);
    return true;
  });
}

async function tryLock(tx: Tx, [space, key]: readonly [number, number]): Promise<boolean> {
  const found = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(${space}, ${key}) as alone`.execute(tx);
  return found.rows[0]?.alone === true;
}
