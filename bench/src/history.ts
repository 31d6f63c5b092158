import { loadavg } from "node:os";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { formatMinor } from "@idanimo/contract/money";
import { downloads } from "@idanimo/contract/downloads";
import { createSession, history, searchHistory } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import pg from "pg";
import { type Client, signIn } from "./client.ts";
import { initCluster, startCluster } from "./floor/postgres.ts";
import { fill, type Filling } from "./history/rows.ts";
import { freePort, newFolder, removeFolder, serverEntry, type Started, startProgram, stop } from "./program.ts";
import { type Figure, median, print, ratioOf } from "./report.ts";

/**
 * G-H1 to G-H3: the history of an account with 1,000,000 of 5,000,000 rows, to that of an account in 1,000 rows: its page, its
 * deepest page, and what is searched and filtered. Two of our own programs on one PostgreSQL of the benchmark's own, durable as it
 * comes, each with a database whose rows were made in it; every call is signed in and counted by limits. The two are called in
 * turn for two slices; the median of each counts. What a statement takes is what PostgreSQL says of it (`pg_stat_statements`). Last, the
 * memory of keeping the whole history as CSV. `--rounds` (5), `--seconds` a slice (3), `--rows` (5000000).
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    rows: { type: "string", default: "5000000" },
  },
});
const sliceMs = Number(values.seconds) * 1000;
const pageSize = 20;
const email = "ada@example.test";
const password = "Example-1-password";
/** Found by its exact value: asked by both accounts, over the API. */
const rc = "RC 411002";

type Side = { readonly server: Started; readonly client: Client; readonly url: string; readonly owner: pg.Client };

async function startSide(name: string, filling: Filling): Promise<Side> {
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  for (const database of [name, `${name}_keys`]) await admin.query(`create database ${database}`);
  await admin.end();
  // a host, as a setting has one; the folder of the socket wins
  const addressOf = (database: string) => cluster.url.replace("@/postgres?", `@localhost/${database}?`);
  const port = await freePort();
  const settings = {
    DATA_DIR: `${folder}/${name}`,
    DATABASE_URL: addressOf(name),
    KEYS_DATABASE_URL: addressOf(`${name}_keys`),
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    LOG_LEVEL: "error",
    CAPTCHA_COST: "1",
    LIMITS: "export_account=1000000",
  };
  // its tables and accounts are there once it has started; it stands still while the rows are made
  await stop(await startProgram(serverEntry, settings));
  const owner = new pg.Client(addressOf(name));
  await owner.connect();
  await owner.query("create extension pg_stat_statements");
  const { rows } = await owner.query<{ id: string }>("select id from users where email = $1", [email]);
  const began = performance.now();
  await fill(owner, rows[0]?.id ?? "", filling);
  console.log(`${name}: ${filling.rows} rows made in ${Math.round((performance.now() - began) / 1000)} s`);
  const url = `http://127.0.0.1:${port}`;
  const server = await startProgram(serverEntry, settings);
  const client = await signIn(url, email, password);
  const sandbox = await startProgram("sandbox/src/main.ts", settings);
  await buyOne(client);
  await stop(sandbox);
  return { server, client, url, owner };
}

/** A company look-up of today, as a person buys it. */
async function buyOne(client: Client): Promise<void> {
  const bought = await client.call(createSession, { rc, currency: "NGN" });
  const amount = formatMinor(bought.quote.total);
  await client.call(walletPayment, { sessionCode: bought.sessionCode, transactionID: bought.transactionID, amount });
  for (;;) {
    const { requests } = await client.call(searchHistory, { q: rc });
    if (requests.length > 0) return;
    await sleep(200);
  }
}

/** How long a call took, ms. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/** How long PostgreSQL says that the one history statement of a call took, ms. */
async function statementOf({ owner }: Side, call: () => Promise<unknown>): Promise<number> {
  await owner.query("select pg_stat_statements_reset()");
  await call();
  const { rows } = await owner.query<{ ms: number }>(
    `select mean_exec_time as ms from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and query like 'select * from history_%'`,
  );
  return rows[0]?.ms ?? Number.NaN;
}

type Case = { readonly what: string; readonly input: Record<string, string | number>; readonly fits: boolean };
const cases: readonly Case[] = [
  { what: "the filter VIN", input: { type: "VIN" }, fits: true },
  { what: "a kind, `vin`", input: { q: "vin" }, fits: true },
  { what: "a standing, `denied`", input: { q: "denied" }, fits: true },
  { what: "a standing, `expired`", input: { q: "expired" }, fits: true },
  { what: "a standing, `view result`", input: { q: "view result" }, fits: true },
  { what: "`refunded` with the filter NIN", input: { q: "refunded", type: "NIN" }, fits: true },
  { what: "a year", input: { q: String(new Date(Date.now() - 40 * 86_400_000).getFullYear()) }, fits: true },
  { what: "an exact value", input: { q: rc }, fits: true },
  { what: "a sentence nobody said", input: { q: "no row of mine says this" }, fits: false },
];

const folder = await newFolder();
await initCluster(folder);
await writeFile(
  `${folder}/pg/postgresql.auto.conf`,
  "shared_preload_libraries = 'pg_stat_statements'\nmax_wal_size = '4GB'\nmax_connections = 200\n",
);
const cluster = await startCluster(folder);
const small = await startSide("small", { rows: 1_000, everyOf: 1 });
const big = await startSide("big", { rows: Number(values.rows), everyOf: 5 });

/** A page; a wrong one ends the run. */
const page = async ({ client }: Side, input: Record<string, string | number>, fits = true) => {
  const found = await client.call("q" in input ? searchHistory : history, { size: pageSize, ...input });
  if (fits ? found.requests.length === 0 : found.requests.length > 0)
    throw new Error(`${JSON.stringify(input)} found ${found.requests.length} rows`);
  return found;
};

/** The place before the last page of the account. */
async function deepest(side: Side): Promise<string> {
  const { rows } = await side.owner.query<{ place: string }>(
    `select created_at::text || '|' || id as place from purchase_items
     where owner_id = (select id from users where email = $1) and listed_as is not null
     order by created_at, id offset ${pageSize} limit 1`,
    [email],
  );
  return Buffer.from(rows[0]?.place ?? "").toString("base64url");
}
const after = await deepest(big);

const figureOf = (goal: string, what: string, target: number, floor: number): Figure => ({
  goal,
  what,
  target,
  floor,
  unit: "us",
  rounds: [],
});
const statement = figureOf("G-H1", "page of 20 and three counters: the statement", 1.1, 1.25);
const whole = figureOf("G-H1", "the same: the whole HTTP answer", 1.05, 1.15);
const deep = figureOf("G-H2", "deepest page to first page", 1.1, 1.25);
const searches = cases.map(({ what }) => figureOf("G-H3", what, 1.5, 3));

/**
 * Both sides in turn, call by call, so that a busy moment of the machine meets both; which of them begins changes with the round.
 * The median of each, microseconds.
 */
async function inTurn(round: number, ours: () => Promise<number>, reference: () => Promise<number>) {
  const times: { readonly ours: number[]; readonly reference: number[] } = { ours: [], reference: [] };
  const pair = [async () => times.ours.push(await ours()), async () => times.reference.push(await reference())];
  const turned = round % 2 === 0 ? pair : pair.toReversed();
  const ends = performance.now() + 2 * sliceMs;
  while (performance.now() < ends || times.ours.length < 5) for (const one of turned) await one();
  return { ours: median(times.ours) * 1000, reference: median(times.reference) * 1000 };
}
for (const side of [small, big]) for (const { input, fits } of cases) await page(side, input, fits);
const first = (side: Side) => () => page(side, {});
const timed = (call: () => Promise<unknown>) => () => timeOf(call);
for (let round = 0; round < Number(values.rounds); round += 1) {
  const told = (side: Side) => () => statementOf(side, first(side));
  statement.rounds.push(await inTurn(round, told(big), told(small)));
  whole.rounds.push(await inTurn(round, timed(first(big)), timed(first(small))));
  const last = timed(() => page(big, { after }));
  deep.rounds.push(await inTurn(round, last, timed(first(big))));
  for (const [at, { input, fits }] of cases.entries()) {
    const find = (side: Side) => timed(() => page(side, input, fits));
    searches[at]?.rounds.push(await inTurn(round, find(big), find(small)));
  }
}
process.exitCode = print([statement, whole, deep, ...searches].map(ratioOf));

/** The highest memory of a program above where it stood idle, MiB, while it gives out a file; and the file's lines. */
async function keep({ url, client, server }: Side, path: string): Promise<string> {
  const { pid } = server.process;
  const mark = async (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  await writeFile(`/proc/${pid}/clear_refs`, "5"); // forgets the highest mark
  const idle = await mark("VmRSS");
  const began = performance.now();
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${client.token}` } });
  let lines = -1; // the head
  for await (const chunk of answer.body ?? []) for (const byte of chunk) if (byte === 10) lines += 1;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return `${lines} rows in ${seconds} s, ${((await mark("VmHWM")) - idle).toFixed(0)} MiB above ${idle.toFixed(0)}`;
}
for (const path of [downloads.historyCsv(), downloads.transactionsCsv()]) {
  await keep(small, path); // warm, as in a program that has worked
  await keep(big, downloads.historyCsv("VIN"));
  console.log(`${path}: ${await keep(small, path)}; ${await keep(big, path)}. Load ${loadavg()[0]?.toFixed(1)}.`);
}
for (const side of [small, big]) {
  await side.owner.end();
  await stop(side.server);
}
await cluster.stop();
await removeFolder(folder);
