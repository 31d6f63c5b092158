import { type RawBuilder, sql } from "kysely";
import { secondsFromNow, type Tx } from "../../database/database.ts";
import { readView } from "../../database/read-view.ts";

/** What other modules read of the audit log. */

/** An entry of the log, and its place in the chain; `seal` is undefined until it is sealed. */
export type SealedEntry = {
  readonly id: string;
  readonly seal: { readonly position: string; readonly hash: Buffer } | undefined;
};

/** Finds the first entry of an action on an object. */
export async function findSealedEntry(tx: Tx, objectId: string, action: string): Promise<SealedEntry | undefined> {
  const row = await tx
    .selectFrom("audit_log as l")
    .leftJoin("audit_seals as s", "s.audit_id", "l.id")
    .select(["l.id", "s.position", "s.hash"])
    .where("l.object_id", "=", objectId)
    .where("l.action", "=", action)
    .orderBy("l.at")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, position, hash } = row;
  return { id, seal: position !== null && hash !== null ? { position: String(position), hash } : undefined };
}

/** Whether an action on an object is in the log. */
export async function hasAuditEntry(tx: Tx, objectId: string, action: string): Promise<boolean> {
  const row = await tx
    .selectFrom("audit_log")
    .select("id")
    .where("object_id", "=", objectId)
    .where("action", "=", action)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an actor, or anyone, did an action on an object within the last hours. */
export async function hasRecentEntryOf(
  tx: Tx,
  { objectId, action, actorId }: { readonly objectId: string; readonly action: string; readonly actorId?: string },
  hours: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom("audit_log")
    .select("id")
    .where("object_id", "=", objectId)
    .where("action", "=", action)
    .$if(actorId !== undefined, (query) => query.where("actor_id", "=", actorId ?? ""))
    .where("at", ">", secondsFromNow(-hours * 3600))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds when an action was done to each object, oldest first. */
export async function findActionTimes(
  tx: Tx,
  action: string,
  objectIds: readonly string[],
): Promise<readonly { readonly id: string; readonly at: Date }[]> {
  if (objectIds.length === 0) return [];
  const found = await sql<{ id: string; at: Date }>`
    select object_id as id, at from audit_log where action = ${action} and object_id = any (${[...objectIds]}::uuid[])
    order by at`.execute(tx);
  return found.rows;
}

/** In a window by object and action: views less than a minute apart count as one. */
const isRecordView = sql<boolean>`action = 'viewed_record' and coalesce(since > interval '1 minute', true)`;
const isDownload = sql<boolean>`action in ('downloaded_report', 'downloaded_source_report')`;
const sincePreviousAction = sql`a.at - lag(a.at) over (partition by a.object_id, a.action order by a.at) as since`;

/** The columns of `requestActivity`. */
export type RequestActivity = {
  readonly looks: number;
  readonly last_look: Date | null;
  readonly papers: number;
  readonly last_paper: Date | null;
  readonly unreached_at: Date | null;
  readonly left_at: Date | null;
  readonly cancelled_at: Date | null;
};

/** SQL: how often a request's record was viewed and downloaded, and how its consent ended without a decision. */
export const requestActivity = (requestId: RawBuilder<unknown>) => sql<RequestActivity>`(
  select count(*) filter (where ${isRecordView})::int as looks,
    max(a.at) filter (where a.action = 'viewed_record') as last_look,
    count(*) filter (where ${isDownload})::int as papers, max(a.at) filter (where ${isDownload}) as last_paper,
    max(a.at) filter (where a.action = 'consent_unreachable') as unreached_at,
    max(a.at) filter (where a.action = 'consent_terminated' and a.reason = 'requester_closed') as left_at,
    max(a.at) filter (where a.action = 'consent_cancelled') as cancelled_at
  from (select a.*, ${sincePreviousAction} from audit_log a where a.object_id = ${requestId}) a)`;

/** SQL: what happened to requests, as request_id, at and what: views, downloads, deletion and ends without a decision. */
export const requestHistory = (requestIds: readonly string[]) => sql`(
  select object_id as request_id, at, action as what from (
    select a.object_id, a.at, a.action, ${sincePreviousAction} from audit_log a where a.object_id = any (${[...requestIds]}::uuid[])) a
  where ${isRecordView} or ${isDownload} or action in ('purged', 'consent_expired', 'consent_unreachable'))`;

/** SQL: since when the oldest audit row is not sealed. */
export const oldestUnsealedRow = sql<Date | null>`(select min(at) from seals_due)`;

/** Accounts that opened at least this many different records within the last hour. */
export async function findMassReaders(
  tx: Tx,
  minRecords: number,
): Promise<readonly { readonly ownerId: string; readonly records: number }[]> {
  const found = await sql<{ ownerId: string; records: number }>`
    select actor_id as "ownerId", count(distinct object_id)::float8 as records from audit_log
    where action in ('viewed_record', 'downloaded_report', 'downloaded_source_report')
      and actor_kind = 'user' and actor_id is not null and at > product_now() - interval '1 hour'
    group by actor_id having count(distinct object_id) >= ${minRecords}`.execute(tx);
  return found.rows;
}

/** The head of the sealed log at the end of the newest complete day; null before the first. */
export async function findNewestHead(
  tx: Tx,
): Promise<{ readonly day: string; readonly position: bigint; readonly hash: string } | null> {
  const found = await sql<{ day: string; position: bigint; hash: string }>`
    select day::text as day, position, encode(hash, 'hex') as hash from audit_heads order by audit_heads.day desc limit 1`.execute(
    tx,
  );
  return found.rows[0] ?? null;
}

/** Operators' cases. */
export const casesView = readView("cases", ["id", "kind", "object_id", "detail", "opened_at", "closed_at"]);

/** Audit rows by their object. */
export const auditLogView = readView("audit_log", ["id", "at", "actor_kind", "actor_id", "action", "object_id"]);
