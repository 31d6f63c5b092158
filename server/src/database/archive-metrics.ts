import { Gauge, type Registry } from "prom-client";
import { addMetricAlias } from "../kernel/metric-aliases.ts";

/**
 * Null without WAL archiving; 0 while it works. A command that hangs does not fail, so a complete segment (the one
 * before the current one) that is not archived counts too.
 */
const archiveStatusSql = `select case when current_setting('archive_mode') = 'off' then null
    when last_failed_time > coalesce(last_archived_time, '-infinity') or coalesce(left(last_archived_wal, 24), '') collate "C"
        < pg_walfile_name(pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size')))
      then extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))::float8
    else 0 end as seconds from pg_stat_archiver`;

type StatusQuery = (text: string) => Promise<{ readonly rows: readonly { readonly seconds: number | null }[] }>;

/**
 * Measures how long the database has failed to archive its WAL: a restore would end there, and the disk fills up.
 * Queries only when the metrics are read.
 */
export function archiveMetrics(registry: Registry, query: StatusQuery): void {
  const lag = new Gauge({
    name: "idanimo_archive_lag_seconds",
    help: "Seconds since the database last archived its WAL if archiving fails: 0 while it works, NaN without archiving or if unknown.",
    registers: [],
    async collect() {
      const found = await query(archiveStatusSql).catch(() => undefined);
      this.set(found?.rows[0]?.seconds ?? Number.NaN);
    },
  });
  registry.registerMetric(lag);
  addMetricAlias(registry, lag, "idanimo_archive_standing_seconds");
}
