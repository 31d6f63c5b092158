import { readdir, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { cpuOfPostgres } from "./load/cpu.ts";
import { initCluster, startCluster } from "./floor/postgres.ts";
import { dayMs, setProductClock } from "./product-clock.ts";
import { inRoot, newFolder, removeFolder } from "./program.ts";
import { median } from "./report.ts";

/**
 * `node bench/src/months.ts [--rows 1000000]`: how long a database with so many audit rows, each with its seal, stands still while they
 * become the first month, what a row costs before and after, and how long taking that month out takes.
 */

const { values } = parseArgs({ options: { rows: { type: "string", default: "1000000" } } });
const rows = Number(values.rows);
const migrations = inRoot("server/src/database/migrations");
const months = "0028_months.sql";
const rounds = 5;
const inserted = 5_000;

const folder = await newFolder();

type Cost = { readonly seconds: number; readonly cpu: number };
/** How long something takes, and how much processor time of the server: the steadier of the two on a busy machine. */
const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [began, used] = [performance.now(), await cpuOfPostgres(folder)];
  await work();
  return { seconds: (performance.now() - began) / 1_000, cpu: (await cpuOfPostgres(folder)) - used };
};
const inWords = ({ seconds, cpu }: Cost) => `${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of processor time`;
/** Microseconds of processor time of one audit row, written as a payment writes it: a statement of its own, with its triggers. */
async function perRow(client: pg.Client): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { cpu } = await costOf(() =>
      client.query(`do $$ begin for at in 1 .. ${inserted} loop
        insert into audit_log (id, actor_kind, action, object_id, reason) values (gen_random_uuid(), 'user', 'tested', gen_random_uuid(), '');
      end loop; end $$`),
    );
    times.push((cpu * 1e6) / inserted);
  }
  return median(times);
}
const sealAll = (client: pg.Client) => client.query("do $$ begin while seal_audit(20000) > 0 loop end loop; end $$");

await initCluster(folder);
const cluster = await startCluster(folder);
const client = new pg.Client(cluster.url);
try {
  await client.connect();
  const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort();
  const apply = async (name: string) =>
    client.query(`begin; ${await readFile(`${migrations}/${name}`, "utf8")}; commit`);
  // the queue's own function, which they name and nobody here calls
  await client.query(`create schema graphile_worker;
    create function graphile_worker.add_job(identifier text, payload json, queue_name text default null, run_at timestamptz default null,
      max_attempts int default null, job_key text default null, priority int default null, job_key_mode text default null) returns void language sql as ''`);
  for (const name of names.filter((one) => one < months)) await apply(name);
  await client.query(`insert into audit_log (id, actor_kind, action, object_id, reason)
    select gen_random_uuid(), 'user', 'tested', gen_random_uuid(), '' from generate_series(1, ${rows})`);
  await sealAll(client);
  await client.query("vacuum analyze; checkpoint").catch(() => client.query("analyze"));
  const before = await perRow(client);
  const still = await costOf(() => apply(months));
  const after = await perRow(client);
  const again = [before, after];
  await sealAll(client);
  const verified = await costOf(() => client.query("select * from verify_audit()"));
  await setProductClock(client, 500 * dayMs);
  let why: string | null | undefined;
  const out = await costOf(async () => {
    const [first] = (
      await client.query<{ month: string }>(
        "select (min(ends_at) - interval '1 day')::date::text as month from month_parts",
      )
    ).rows;
    why = (await client.query<{ why: string | null }>("select detach_month($1, 'bench') as why", [first?.month]))
      .rows[0]?.why;
  });
  if (why !== null) throw new Error(`the month was not taken out: ${why ?? "no answer"}`);
  console.log(`| What, with ${rows} audit rows and seals | Figure |\n|---|---|`);
  console.log(`| the migration, from its first lock to its commit | ${inWords(still)} |`);
  console.log(
    `| one audit row before / by month, processor time | ${again.map((one) => one.toFixed(1)).join(" / ")} us (${(after / before).toFixed(2)}x) |`,
  );
  console.log(`| the whole chain verified | ${inWords(verified)} |`);
  console.log(`| the month taken out: verified, bridged, detached | ${inWords(out)} |`);
} finally {
  await client.end();
  await cluster.end("SIGQUIT");
  await removeFolder(folder);
}
