import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { archiveMetrics } from "./archive-metrics.ts";
import { startEmbedded } from "./embedded/index.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());

/** The metric's value for a server. */
async function readDelay(query: Parameters<typeof archiveMetrics>[1]): Promise<number | undefined> {
  const registry = new Registry();
  archiveMetrics(registry, query);
  const [metric] = await registry.getMetricsAsJSON();
  return metric?.values[0]?.value;
}
/** The metric's value if parts of the statement are replaced by these. */
function readDelayWith(replacements: Readonly<Record<string, string>>): Promise<number | undefined> {
  return readDelay((text) =>
    app.owner.query(Object.entries(replacements).reduce((sql, [from, to]) => sql.replaceAll(from, to), text)),
  );
}
const archiver = (archived: string, failed: string) => ({
  "current_setting('archive_mode')": "'on'",
  "from pg_stat_archiver": `from (select (${archived})::timestamptz as last_archived_time, (${failed})::timestamptz as last_failed_time,
    case when (${archived}) is not null then pg_walfile_name(pg_current_wal_lsn()) end as last_archived_wal, now() - interval '1 day' as stats_reset) a`,
});

test("reports how long WAL archiving has failed, and 0 or NaN otherwise [R-33]", async () => {
  const at = (minutes: number) => `now() - interval '${minutes} minutes'`;
  expect(await readDelayWith({})).toBeNaN();
  expect(await readDelayWith(archiver(at(5), at(9)))).toBe(0);
  expect(await readDelayWith(archiver(at(5), "null"))).toBe(0);
  expect(Math.round((await readDelayWith(archiver(at(30), at(1)))) ?? 0)).toBe(1_800);
  expect(Math.round((await readDelayWith(archiver("null", at(1)))) ?? 0)).toBe(86_400);
});

test("reports WAL archiving that hangs like one that fails, until it continues [R-33]", async () => {
  const folder = await mkdtemp(join(tmpdir(), "idanimo-archive-"));
  await chmod(folder, 0o755); // as root: the server's account must be able to enter
  const open = join(folder, "open");
  await writeFile(open, "");
  const settings = {
    archive_mode: "on",
    archive_command: `until test -e ${open}; do sleep 0.1; done`,
    wal_level: "replica",
  };
  const server = await startEmbedded({ dataDir: folder, durable: false, disposable: true, settings });
  const owner = new pg.Client(server.url("postgres"));
  await owner.connect();
  const fill = () => owner.query("select pg_logical_emit_message(true, 'test', 'one more'), pg_switch_wal()");
  const currentDelay = () => readDelay((text) => owner.query(text));
  const untilAway = () => vi.waitFor(async () => expect(await currentDelay()).toBe(0), 30_000);
  try {
    await fill();
    await untilAway();
    await rm(open);
    await fill();
    expect(await currentDelay()).toBeGreaterThan(0);
    const { rows } = await owner.query<{ failed: number }>("select failed_count::int as failed from pg_stat_archiver");
    expect(rows).toEqual([{ failed: 0 }]);
    await writeFile(open, "");
    await untilAway();
  } finally {
    await writeFile(open, "");
    await owner.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);
