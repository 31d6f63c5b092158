import { sql } from "kysely";
import type pg from "pg";
import type { Database } from "../../../database/database.ts";
import type { Alarms } from "../../audit/index.ts";

/** Audit rows, their seals and proofs of consent stand by month (migration 0028): months are made ahead, and old ones taken out whole. */

/** The job that makes months ahead. Any number of processes may try; one of them does it. */
export function partitionJobs(deps: { readonly db: Pick<Database, "transaction">; readonly alarms: Alarms }) {
  return {
    make_months: () =>
      deps.db.transaction("system", async (tx) => {
        const { rows } = await sql<{ trouble: string }>`select make_months() as trouble`.execute(tx);
        if (rows.length > 0)
          await deps.alarms.raise(tx, "alarm_months", null, rows.map(({ trouble }) => trouble).join("; "));
      }),
  };
}

export type Partition = {
  /** Table it is a part of. */
  readonly whole: string;
  readonly part: string;
  /** First moment that is no longer in it; null for the part that catches what has no month. */
  readonly endsAt: Date | null;
  /** On disk, with its indexes. */
  readonly bytes: number;
  /** Estimated, as the server's own upkeep last counted them. */
  readonly rows: number;
};

/** The parts that are here, oldest first. @param owner the program's own role cannot reach them */
export async function listPartitions(owner: pg.Pool): Promise<readonly Partition[]> {
  const found = await owner.query<Partition>(
    `select i.inhparent::regclass::text as whole, c.relname as part, p.ends_at as "endsAt",
       pg_total_relation_size(c.oid)::float8 as bytes, greatest(c.reltuples, 0)::float8 as rows
     from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r' join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'months'
     left join month_parts p on p.part = c.relname
     order by p.ends_at nulls last, 1`,
  );
  return found.rows;
}

/**
 * Takes a month out: its rows stand apart, in the schema `apart`, and the chain is followed across the gap.
 * @param month such as `2026-01`
 * @returns why it cannot be taken out; undefined when it was
 */
export async function detachMonthPartitions(owner: pg.Pool, month: string, by: string): Promise<string | undefined> {
  const done = await owner.query<{ why: string | null }>("select detach_month($1, $2) as why", [`${month}-01`, by]);
  return done.rows[0]?.why ?? undefined;
}
