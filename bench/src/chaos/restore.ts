import { chmod, mkdir, readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { onCleanup } from "../support/cleanup.ts";
import { waitFor } from "../support/concurrency.ts";
import { type Fleet, startFleet } from "../support/fleet.ts";
import { startLoad } from "../support/load-generator.ts";
import { checkAccounts } from "../support/oracle.ts";
import { type Cluster, startCluster } from "../support/postgres.ts";
import { createFolder, removeFolder, runCommand } from "../support/processes.ts";
import { seededRandom } from "../support/random.ts";
import { median } from "../support/statistics.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "./chaos-test.ts";
import { isReady } from "./database-kills.ts";

/**
 * Base backups and the write-ahead log are restored, beside the running product, to random instants while users buy and subjects
 * answer. What was acknowledged by then is there, the invariants hold, and what was deleted since stays unreadable.
 */
export const restore: ChaosTest = {
  name: "restore",
  fault: "the database restored from backup and write-ahead log to a random instant",
  requirements: ["R-33"],
  defaultCount: 50,
  run,
};

/** Restores from one base backup; the log since then is replayed each time. */
const restoresPerBackup = 10;

type Paid = { readonly sessionCode: string; readonly at: number };
type Findings = { lost: number; acknowledged: number; keysRestored: number; wrong: string[] };

async function mustRun(name: string, ...args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand(`ops/backup/${name}.ts`, args);
  if (code !== 0) throw new Error(`${name}: ${output}`);
}
/** A timestamp as the backup commands take it. */
const timestamp = (ms: number) => new Date(ms).toISOString().replace("T", " ").replace("Z", "");

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const folder = await createFolder();
  onCleanup(() => removeFolder(folder));
  const backups = `${folder}/backups`;
  await mkdir(backups);
  await chmod(backups, 0o777); // PostgreSQL's account writes the archive
  const fleet = await startFleet({ api: 1, jobs: 1 });
  const cluster = fleet.clusterUrl("postgres");
  await mustRun("archive", "--to", backups, "--url", cluster);
  await fleet.postgres?.stopNow();
  await fleet.postgres?.start(); // from now on the log is archived
  for (const url of fleet.urls) await waitFor("the API", () => isReady(url));
  const paid: Paid[] = [];
  const load = await startLoad(fleet, {
    users: 2,
    seed,
    searchTypes: ["nin"],
    cardShare: 0,
    pauseMs: 60,
    onPaid: ({ sessionCode }) => paid.push({ sessionCode, at: Date.now() }),
  });
  const random = seededRandom(seed + 3_000);
  const found: Findings = { lost: 0, acknowledged: 0, keysRestored: 0, wrong: [] };
  const seconds: number[] = [];
  let backedUpAt = Date.now();
  for (let done = 0; done < count; done += 1) {
    if (done % restoresPerBackup === 0) {
      await mustRun("backup", "--to", backups, "--url", cluster, "--keep-hours", "24", "--every-hours", "6");
      backedUpAt = Date.now();
    }
    await sleep(500 + 2_500 * random.next());
    const at = Math.floor(backedUpAt + (Date.now() - backedUpAt) * random.next());
    await archiveLog(fleet, `${backups}/wal`);
    seconds.push(await restoreOnce(fleet, backups, at, paid, found));
    log(`${done + 1} restores, ${load.journal.purchases.length} payments, ${found.wrong.length} wrong`);
  }
  await load.stop();
  const verdict = await checkAccounts(fleet, load);
  return {
    faults: count,
    acknowledged: found.acknowledged,
    lost: found.lost + verdict.lost,
    wrong: [
      ...found.wrong,
      ...verdict.wrong,
      ...(found.keysRestored === 0 && count >= 5 ? ["no deleted key was restored, so purges were not tested"] : []),
    ],
    notes: `${found.keysRestored} deleted keys were restored and deleted again; median restore ${median(seconds).toFixed(1)} s`,
  };
}

/** Archives the log up to now, so that every earlier instant can be restored. */
async function archiveLog({ database }: Fleet, wal: string): Promise<void> {
  await database.query("select pg_current_xact_id()"); // replay stops at the first later transaction
  const { rows } = await database.query<{ name: string }>("select pg_walfile_name(pg_switch_wal()) as name");
  await waitFor("the archive", async () => (await readdir(wal)).includes(rows[0]?.name ?? ""), { everyMs: 50 });
}

/** Restores into a folder of its own and checks the result. @returns seconds of the restore */
async function restoreOnce(
  fleet: Fleet,
  backups: string,
  at: number,
  paid: readonly Paid[],
  found: Findings,
): Promise<number> {
  const folder = await createFolder();
  await chmod(folder, 0o777); // the socket of PostgreSQL's account
  const began = performance.now();
  await mustRun("restore", "--from", backups, "--to", `${folder}/pg`, "--at", timestamp(at));
  const seconds = (performance.now() - began) / 1_000;
  const cluster = await startCluster(folder);
  try {
    await checkRestored(fleet, cluster, at, paid, found);
  } finally {
    await cluster.end("SIGQUIT");
    await removeFolder(folder);
  }
  return seconds;
}

const operatorEntry = "server/src/operator.ts";

async function checkRestored(fleet: Fleet, cluster: Cluster, at: number, paid: readonly Paid[], found: Findings) {
  const [main, keys] = [cluster.urlOf("main"), cluster.urlOf("keys")];
  const { settings } = fleet;
  const environment = { ...settings, DATABASE_URL: main, KEYS_DATABASE_URL: keys };
  const current = { LATER_STATE: settings["DATABASE_URL"] ?? "", KEYS_OF_TODAY: settings["KEYS_DATABASE_URL"] ?? "" };
  const operator = (...args: readonly string[]) => runCommand(operatorEntry, args, { ...environment, ...current });
  const pools = [main, keys, current.KEYS_OF_TODAY].map((url) => new pg.Pool({ connectionString: url, max: 1 }));
  const [restored, restoredKeys, currentKeys] = pools;
  if (!restored || !restoredKeys || !currentKeys) throw new Error("no pools");
  const fail = (what: string) => found.wrong.push(`restored to ${timestamp(at)}: ${what}`);
  const keyIds = (pool: pg.Pool) => idsOf(pool, "select id from record_keys");
  try {
    const there = await idsOf(
      restored,
      "select session_code as id from purchases where state in ('paid', 'completed')",
    );
    const acknowledged = paid.filter((one) => one.at <= at);
    found.acknowledged += acknowledged.length;
    found.lost += acknowledged.filter(({ sessionCode }) => !there.has(sessionCode)).length;

    const alive = await keyIds(currentKeys);
    const deleted = async () => [...(await keyIds(restoredKeys))].filter((id) => !alive.has(id)).length;
    found.keysRestored += await deleted();
    const command = "after-restore --keys KEYS_OF_TODAY --later LATER_STATE --at".split(" ");
    const reconcile = [...command, timestamp(at).slice(0, 19)];
    const first = await operator(...reconcile);
    // when much was deleted since, the command asks to confirm the number
    const expected = /--expect (\d+)/.exec(first.output)?.[1];
    const done = expected === undefined ? first : await operator(...reconcile, "--expect", expected);
    if (done.code !== 0) fail(done.output);
    const chain = await operator("verify-audit");
    if (chain.code !== 0) fail(chain.output);

    if ((await deleted()) > 0) fail("deleted keys are back");
    const keysNow = await keyIds(restoredKeys);
    const sealed = await idsOf(
      restored,
      `select set_config('idanimo.owner', 'system', false), id from verification_requests
       where num_nonnulls(search_sealed, value_hash) > 0 union all select '', request_id from results`,
    );
    if ([...sealed].some((id) => !keysNow.has(id))) fail("purged requests are not erased");
    const signedIn = await restored.query("select from sign_ins where ended_at is null");
    if (signedIn.rowCount !== 0) fail("someone is still signed in");
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

const idsOf = async (pool: pg.Pool, query: string) =>
  new Set((await pool.query<{ id: string }>(query)).rows.map(({ id }) => id));
