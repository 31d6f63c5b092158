import { sql } from "kysely";
import type pg from "pg";
import type { Database } from "../../../database/database.ts";
import type { Alarms } from "../../audit/index.ts";

/** Monthly partitions of audit rows, their seals and consent evidence. */

/** The job that creates months in advance. Several processes may run it; one of them does the work. */
export function partitionJobs(deps: { readonly db: Pick<Database, "transaction">; readonly alarms: Alarms }) {
  return {
    create_partitions: () =>
      deps.db.transaction("system", async (tx) => {
        const { rows } = await sql<{ problem: string }>`select create_partitions() as problem`.execute(tx);
        if (rows.length > 0)
          await deps.alarms.raise(tx, "alarm_partitions", null, rows.map(({ problem }) => problem).join("; "));
      }),
  };
}

export type Partition = {
  /** The partitioned table. */
  readonly table: string;
  readonly name: string;
  /** End of its range, exclusive; null for the default partition. */
  readonly endsAt: Date | null;
  /** On disk, with indexes. */
  readonly bytes: number;
  /** Estimate from the server's statistics. */
  readonly rows: number;
};

/**
 * Lists the attached partitions, oldest first.
 * @param owner the application role has no access to them
 */
export async function listPartitions(owner: pg.Pool): Promise<readonly Partition[]> {
  const found = await owner.query<Partition>(
    `select i.inhparent::regclass::text as "table", c.relname as name, p.ends_at as "endsAt",
       pg_total_relation_size(c.oid)::float8 as bytes, greatest(c.reltuples, 0)::float8 as rows
     from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r' join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'partitions'
     left join month_partitions p on p.partition_name = c.relname
     order by p.ends_at nulls last, 1`,
  );
  return found.rows;
}

/**
 * Detaches a month: moves its partitions to the schema `detached`, and stores how the chain continues over the gap.
 * @param month such as `2026-01`
 * @returns why it cannot be detached; undefined on success
 */
export async function detachMonthPartitions(owner: pg.Pool, month: string, by: string): Promise<string | undefined> {
  const done = await owner.query<{ why: string | null }>("select detach_month($1, $2) as why", [`${month}-01`, by]);
  return done.rows[0]?.why ?? undefined;
}
