import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { oldestUnsealedRow } from "../audit/index.ts";
import { oldestOverdueConsent } from "../consent/index.ts";
import { oldestWaitingMessage } from "../notifications/index.ts";
import { oldestDuePurge } from "../verification/index.ts";

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
      with oldest as materialized (select ${oldestDuePurge} as purge, ${oldestOverdueConsent} as consents,
        ${oldestUnsealedRow} as audit_seals, ${oldestWaitingMessage} as messages)
      select extract(epoch from product_now() - purge)::float8 as purge, extract(epoch from product_now() - consents)::float8 as consents,
        extract(epoch from product_now() - audit_seals)::float8 as audit_seals, extract(epoch from product_now() - messages)::float8 as messages,
        q.jobs_seconds as jobs, q.workers_seconds as workers
      from oldest, queue_lag() q`.execute(tx),
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
