import { chmod, mkdir, readdir, rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { answerMessages } from "../campaign/subjects.ts";
import { type Chance, chanceOf } from "../chance.ts";
import { type Cluster, startCluster } from "../floor/postgres.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { newFolder, removeFolder, runProgram } from "../program.ts";
import { openShop, type Shop } from "./parts/shop.ts";
import { type How, type Outcome, prove } from "./proof.ts";

/**
 * Whole copies and the log of changes, restored beside the running house to random moments while people buy, agree and refuse. What
 * was acknowledged by the moment is there, the laws hold, and what was deleted since stays unreadable though its key came back.
 */

/** A new copy after so many restores: the log between them is read again each time. */
const restoresPerCopy = 10;

/** A payment that was answered with success, and when. */
type Paid = { readonly sessionCode: string; readonly at: number };
type Tally = {
  lost: number;
  acknowledged: number;
  keysBack: number;
  readonly wrong: string[];
  readonly seconds: number[];
};

const command = async (name: string, ...args: readonly string[]) => {
  const done = await runProgram(`ops/backup/${name}.ts`, args, {});
  return { ...done, isWell: done.code === 0 };
};
async function must(name: string, ...args: readonly string[]): Promise<string> {
  const { isWell, words } = await command(name, ...args);
  if (!isWell) throw new Error(`${name}: ${words}`);
  return words;
}
const asked = <Row extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: readonly unknown[] = []) =>
  pool.query<Row>(text, [...values]).then(({ rows }) => rows);
const ids = async (pool: pg.Pool, text: string) =>
  new Set((await asked<{ id: string }>(pool, text)).map(({ id }) => id));
const moment = (ms: number) => new Date(ms).toISOString().replace("T", " ").replace("Z", "");

async function isServing(fleet: Fleet): Promise<void> {
  for (const url of fleet.urls)
    while (
      !(await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await sleep(100);
}

/** The log up to now is in the archive, so that every moment before it can be restored. */
async function archived(fleet: Fleet, wal: string): Promise<void> {
  await asked(fleet.owner, "select pg_current_xact_id()"); // a log is read to a moment by what was written after it
  const [last] = await asked<{ name: string }>(fleet.owner, "select pg_walfile_name(pg_switch_wal()) as name");
  for (let waited = 0; !(await readdir(wal)).includes(last?.name ?? ""); waited += 50) {
    if (waited > 60_000) throw new Error("the log is not archived");
    await sleep(50);
  }
}

/** What must hold of a restored house, after its last step. */
async function judge(fleet: Fleet, cluster: Cluster, at: number, paid: readonly Paid[], tally: Tally): Promise<void> {
  const addressOf = (name: string) => cluster.url.replace("@/postgres?", `@localhost/${name}?`);
  const settings = { ...fleet.settings, DATABASE_URL: addressOf("main"), KEYS_DATABASE_URL: addressOf("keys") };
  const live = { main: fleet.settings["DATABASE_URL"] ?? "", keys: fleet.settings["KEYS_DATABASE_URL"] ?? "" };
  const today = { LATER_STATE: live.main, KEYS_OF_TODAY: live.keys };
  const operator = (...words: string[]) => runProgram("server/src/operator.ts", words, { ...settings, ...today });
  const pools = [addressOf("main"), addressOf("keys"), live.keys].map(
    (url) => new pg.Pool({ connectionString: url, max: 1 }),
  );
  const [main, keys, keysNow] = pools;
  if (!main || !keys || !keysNow) throw new Error("no pools");
  try {
    const there = await ids(main, "select session_code as id from purchases where state in ('paid', 'completed')");
    const promised = paid.filter((one) => one.at <= at);
    tally.acknowledged += promised.length;
    tally.lost += promised.filter(({ sessionCode }) => !there.has(sessionCode)).length;

    const alive = await ids(keysNow, "select id from record_keys");
    tally.keysBack += [...(await ids(keys, "select id from record_keys"))].filter((id) => !alive.has(id)).length;
    const words = [
      "--at",
      moment(at).slice(0, 19),
      "--keys",
      "KEYS_OF_TODAY",
      "--later",
      "LATER_STATE",
      "--as",
      "proof",
    ];
    const first = await operator("after-restore", ...words);
    // of a young house much may have gone since: it is counted, and said once more
    const expected = /--expect (\d+)/.exec(first.words)?.[1];
    const last = expected === undefined ? first : await operator("after-restore", ...words, "--expect", expected);
    if (last.code !== 0) tally.wrong.push(`restored to ${moment(at)}: ${last.words}`);
    const chain = await operator("verify-audit");
    if (chain.code !== 0) tally.wrong.push(`restored to ${moment(at)}: ${chain.words}`);

    const back = await ids(keys, "select id from record_keys");
    const readable = [...back].filter((id) => !alive.has(id)).length;
    if (readable > 0) tally.wrong.push(`restored to ${moment(at)}: ${readable} destroyed keys are back`);
    const sealed = await ids(
      main,
      "select set_config('idanimo.owner', 'system', false), id from verification_requests where num_nonnulls(search_sealed, value_hash) > 0 union all select '', request_id from results",
    );
    const keyless = [...sealed].filter((id) => !back.has(id)).length;
    if (keyless > 0) tally.wrong.push(`restored to ${moment(at)}: ${keyless} purged requests are not erased`);
    const signedIn = await asked(main, "select from sign_ins where ended_at is null");
    if (signedIn.length > 0) tally.wrong.push(`restored to ${moment(at)}: somebody is still signed in`);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

/** One restore beside the running house. */
async function restoreOnce(
  fleet: Fleet,
  backups: string,
  at: number,
  paid: readonly Paid[],
  tally: Tally,
): Promise<void> {
  const folder = await newFolder();
  await chmod(folder, 0o777); // the server's account keeps its socket here
  try {
    const began = performance.now();
    await must("restore", "--from", backups, "--to", `${folder}/pg`, "--at", moment(at));
    tally.seconds.push((performance.now() - began) / 1_000);
    const cluster = await startCluster(folder);
    try {
      await judge(fleet, cluster, at, paid, tally);
    } finally {
      await cluster.end("SIGQUIT");
    }
  } finally {
    await removeFolder(folder);
  }
}

/** Control: with one segment away, a restore is refused and says which. */
async function refusesGap(backups: string, at: number): Promise<string | undefined> {
  const wal = `${backups}/wal`;
  const names = (await readdir(wal)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
  const gone = names.at(-2);
  if (gone === undefined) return "the log is too short for the control";
  await rename(`${wal}/${gone}`, `${backups}/${gone}`);
  const folder = await newFolder();
  const { isWell, words } = await command("restore", "--from", backups, "--to", `${folder}/pg`, "--at", moment(at));
  await removeFolder(folder);
  await rename(`${backups}/${gone}`, `${wal}/${gone}`);
  return !isWell && words.includes(gone) ? undefined : `a log without ${gone} was not refused: ${words}`;
}

/** The next moment: anywhere between the newest whole copy and now. */
const momentIn = (from: number, chance: Chance) => Math.floor(from + (Date.now() - from) * chance.next());

async function restores(fleet: Fleet, shop: Shop, backups: string, paid: readonly Paid[], how: How): Promise<Tally> {
  const tally: Tally = { lost: 0, acknowledged: 0, keysBack: 0, wrong: [], seconds: [] };
  const chance = chanceOf(how.seed);
  const whole = () =>
    must("backup", "--to", backups, "--url", fleet.postgres?.url ?? "", "--keep-hours", "24", "--every-hours", "6");
  let since = Date.now();
  for (let done = 0; done < how.count; done += 1) {
    if (done % restoresPerCopy === 0) {
      await whole();
      since = Date.now();
    }
    await sleep(500 + 2_500 * chance.next());
    const at = momentIn(since, chance);
    await archived(fleet, `${backups}/wal`);
    await restoreOnce(fleet, backups, at, paid, tally);
    how.say(
      `${done + 1} restores; ${shop.bought.length} payments, ${tally.lost} lost, ${tally.keysBack} keys came back and went, ${tally.wrong.length} wrong`,
    );
  }
  const gap = await refusesGap(backups, Date.now() - 1);
  if (gap !== undefined) tally.wrong.push(gap);
  return tally;
}

async function run(how: How): Promise<Outcome> {
  const folder = await newFolder();
  const backups = `${folder}/backups`;
  await mkdir(backups);
  await chmod(backups, 0o777);
  const fleet = await startFleet({ api: 1, jobs: 1 });
  let isOver = false;
  try {
    await must("archive", "--to", backups, "--url", fleet.postgres?.url ?? "");
    await fleet.postgres?.stopNow();
    await fleet.postgres?.start(); // its log is kept from now on
    await isServing(fleet);
    const paid: Paid[] = [];
    const shop = await openShop(fleet, {
      lanes: 2,
      seed: how.seed,
      pauseMs: 60,
      paid: () => paid.push({ sessionCode: shop.bought.at(-1)?.sessionCode ?? "", at: Date.now() }),
    });
    const answering = answerMessages(fleet.sandboxUrl, chanceOf(how.seed + 1), () => isOver);
    const tally = await restores(fleet, shop, backups, paid, how);
    await shop.close();
    isOver = true;
    await answering;
    const verdict = await shop.judge();
    const seconds = tally.seconds.toSorted((left, right) => left - right);
    return {
      broken: how.count,
      acknowledged: tally.acknowledged,
      lost: tally.lost + verdict.lost,
      wrong: [
        ...tally.wrong,
        ...verdict.wrong,
        ...(tally.keysBack === 0 && how.count >= 5 ? ["no key came back: nothing was shown of purges"] : []),
      ],
      notes: `${paid.length} payments meanwhile; ${tally.keysBack} destroyed keys came back with a copy and were destroyed again; a log with a gap was refused; a copy and its log became a server in ${seconds.at(Math.floor(seconds.length / 2))?.toFixed(1)} s, longest ${seconds.at(-1)?.toFixed(1)} s`,
    };
  } finally {
    isOver = true;
    await fleet.close();
    if (!process.env["KEEP"]) await removeFolder(folder);
  }
}

await prove(50, run);
