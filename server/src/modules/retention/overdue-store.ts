import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import { isPurgeDue } from "./purge.ts";

/** What must never stand still, in a person's words. */
export const overdueWorkLabels = {
  purge: "deleting what is over",
  consents: "asking again, and ending questions nobody answered",
  audit_seals: "sealing the audit",
  messages: "sending messages",
  jobs: "beginning queued work",
  workers: "a worker saying that it lives",
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

/** For how many seconds the oldest of each has waited past its time; 0 where nothing waits. */
export type OverdueSeconds = Readonly<Record<OverdueWork, number>>;

/** Asks for all of them at once; each is the first row of an index. A message that was tried and not taken waits for its provider, not for us. */
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

/** Accounts that opened at least so many different records within the last hour. */
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
