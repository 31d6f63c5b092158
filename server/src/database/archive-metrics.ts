import { Gauge, type Registry } from "prom-client";

/**
 * Null where the server keeps no log elsewhere; 0 while what it keeps goes out. What hangs does not fail: a segment that is full and not
 * put away says as much. Full is the one before that which is written to.
 */
const archiveStatusSql = `select case when current_setting('archive_mode') = 'off' then null
    when last_failed_time > coalesce(last_archived_time, '-infinity') or coalesce(left(last_archived_wal, 24), '') collate "C"
        < pg_walfile_name(pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size')))
      then extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))::float8
    else 0 end as seconds from pg_stat_archiver`;

type StatusQuery = (text: string) => Promise<{ readonly rows: readonly { readonly seconds: number | null }[] }>;

/**
 * For how long the database could not put its log of changes away: a restore would end there, and what waits fills the disk of the money. Asked
 * only when somebody reads the metrics.
 */
export function archiveMetrics(registry: Registry, query: StatusQuery): void {
  registry.registerMetric(
    new Gauge({
      name: "idanimo_archive_standing_seconds",
      help: "Since when the database's log of changes is not put away: 0 while it is, NaN where it need not be or nobody can say.",
      registers: [],
      async collect() {
        const found = await query(archiveStatusSql).catch(() => undefined);
        this.set(found?.rows[0]?.seconds ?? Number.NaN);
      },
    }),
  );
}
