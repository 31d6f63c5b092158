import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import { isPurgeDue } from "./purge.ts";

/** Work that must not be overdue, with the labels operators see. */
export const overdueWorkLabels = {
  purge: "purge of expired data",
  consents: "consent delivery and expiry",
  audit_seals: "audit sealing",
  messages: "message sending",
  jobs: "start of queued jobs",
  workers: "worker heartbeat",
} as const;
export type OverdueWork = keyof typeof overdueWorkLabels;
export const overdueWorkNames: readonly OverdueWork[] = [
  "purge",
  "consents",
  "audit_seals",
  "messages",
  "jobs",
  "workers",
];

/** For each kind, the seconds since its oldest work was due; 0 if none waits. */
export type OverdueSeconds = Readonly<Record<OverdueWork, number>>;

/**
 * Reads all kinds in one query; each is the first row of an index. A message that was attempted and not accepted
 * waits for its provider and does not count.
 */
export async function readOverdueSeconds(db: Pick<Database, "transaction">): Promise<OverdueSeconds> {
  const found = await db.transaction("system", (tx) =>
    sql<{ [Name in OverdueWork]: number | null }>`
      with oldest as materialized (select
        (select purge_due_at from verification_requests where ${isPurgeDue} order by purge_due_at limit 1) as purge,
        least((select min(deadline) from consents where state = 'pending' and deadline <= product_now()),
          (select min(next_step_at) from consents where state = 'pending' and next_step_at <= product_now() and deadline > product_now())) as consents,
        (select min(at) from seals_due) as audit_seals,
        (select created_at from outbox_messages where state = 'waiting' and attempts = 0 order by created_at limit 1) as messages)
      select extract(epoch from product_now() - purge)::float8 as purge, extract(epoch from product_now() - consents)::float8 as consents,
        extract(epoch from product_now() - audit_seals)::float8 as audit_seals, extract(epoch from product_now() - messages)::float8 as messages,
        q.jobs_seconds as jobs, q.workers_seconds as workers
      from oldest, queue_stands() q`.execute(tx),
  );
  const row = found.rows[0];
  const of = (name: OverdueWork) => Math.max(0, row?.[name] ?? 0);
  return {
    purge: of("purge"),
    consents: of("consents"),
    audit_seals: of("audit_seals"),
    messages: of("messages"),
    jobs: of("jobs"),
    workers: of("workers"),
  };
}

/** Accounts that opened at least this many different records within the last hour. */
export async function findMassReaders(
  tx: Tx,
  minRecords: number,
): Promise<readonly { readonly ownerId: string; readonly records: number }[]> {
  const found = await sql<{ ownerId: string; records: number }>`
    select actor_id as "ownerId", count(distinct object_id)::float8 as records from audit_log
    where action in ('looked_at_record', 'downloaded_report', 'downloaded_source_report')
      and actor_kind = 'user' and actor_id is not null and at > product_now() - interval '1 hour'
    group by actor_id having count(distinct object_id) >= ${minRecords}`.execute(tx);
  return found.rows;
}
