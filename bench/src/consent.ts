import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { eventsPath } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { recordPartIds } from "@idanimo/contract/record-parts";
import pg from "pg";
import { topUp } from "./campaign/buyers.ts";
import { signIn } from "./client.ts";
import { addBrowser, addWaiters, askMany, type Question } from "./consent/people.ts";
import { openScreen, recordDrawn } from "./consent/screen.ts";
import { initCluster, startCluster } from "./floor/postgres.ts";
import { freePort, inRoot, newFolder, removeFolder, serverEntry, type Started, startProgram, stop } from "./program.ts";
import { type Figure, median, print, quantile, ratioOf } from "./report.ts";

/**
 * G-S1 and G-S2: how soon a yes is on the screen of whoever waits for it, and what a waiting screen costs. Two of our own programs,
 * each `api,jobs`, on one PostgreSQL of the benchmark's own, durable as it comes; the web as it is built for production. Waiters
 * hold streams on both programs from a third one. A yes is the form of the subject's page, sent to one program and heard on a stream of the
 * other, in turn; its time is set against the answer of that very form. In Chromium a mutation observer tells when the record is drawn.
 * Memory is `VmRSS`, set against Node's own HTTP with as many streams. Last, how fast a backlog of audit rows is sealed.
 * `--grants` (1000), `--waiters` (5000), `--screens` (50), `--streams` of one program for G-S2 (15000).
 */

const { values } = parseArgs({
  options: {
    grants: { type: "string", default: "1000" },
    waiters: { type: "string", default: "5000" },
    screens: { type: "string", default: "50" },
    streams: { type: "string", default: "15000" },
  },
});
const grants = Number(values.grants);
const waiters = Number(values.waiters);
const screens = Number(values.screens);
const streams = Number(values.streams);
const rounds = 5;
const email = "ada@example.test";
const eventsAddress = apiBase + eventsPath;

const folder = await newFolder();
const web = `${folder}/web`;
await promisify(execFile)("npm", ["run", "-s", "build", "-w", "web"], {
  cwd: inRoot("."),
  env: { ...process.env, BUILD_DIR: web },
});
await initCluster(folder);
await writeFile(`${folder}/pg/postgresql.auto.conf`, "max_connections = 200\n");
const cluster = await startCluster(folder);
const admin = new pg.Client(cluster.url);
await admin.connect();
for (const database of ["main", "keys"]) await admin.query(`create database ${database}`);
await admin.end();
// a host, as a setting has one; the folder of the socket wins
const addressOf = (database: string) => cluster.url.replace("@/postgres?", `@localhost/${database}?`);
const [first, second, sandboxPort] = [await freePort(), await freePort(), await freePort()];
const wide = [
  "lookup_account",
  "alike_thousand_account",
  "alike_million_account",
  "inbound_address",
  "payment_start_account",
  "payment_check_account",
];
const settings = {
  DATA_DIR: `${folder}/data`,
  DATABASE_URL: addressOf("main"),
  KEYS_DATABASE_URL: addressOf("keys"),
  WEB_DIR: web,
  SANDBOX_PORT: String(sandboxPort),
  SANDBOX_SMTP_PORT: String(await freePort()),
  PRODUCT_URL: `http://localhost:${first}`,
  LOG_LEVEL: "error",
  CAPTCHA_COST: "1",
  LIMITS: wide.map((name) => `${name}=100000000`).join(","),
};
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const sandbox = await startProgram("sandbox/src/main.ts", settings);
const servers = [
  await startProgram(serverEntry, { ...settings, PORT: String(first) }),
  await startProgram(serverEntry, { ...settings, PORT: String(second) }),
];
const ports = [first, second] as const;
const owner = new pg.Client(addressOf("main"));
await owner.connect();

const client = await signIn(`http://localhost:${first}`, email, "Example-1-password");
await topUp(client, 5_000_000);
console.log(`asking ${grants + screens} people`);
const questions = await askMany(client, owner, sandboxUrl, grants + screens);
const tokens = await addWaiters(owner, Math.max(waiters, streams));

/** Opens streams from a program of their own. */
async function openWaiters(
  wanted: readonly { readonly port: number; readonly path: string; readonly token: string }[],
) {
  const list = `${folder}/waiters.json`;
  await writeFile(list, JSON.stringify(wanted));
  return startProgram("bench/src/consent/waiters.ts", { WAITERS: list });
}

const agent = new Agent({ keepAlive: true });
const now = () => performance.timeOrigin + performance.now();

/** Hears one program's events of the person who asked: when a request's first one came. */
function listen(port: number): { readonly at: Map<string, number>; readonly opened: Promise<void>; close(): void } {
  const at = new Map<string, number>();
  const opened = Promise.withResolvers<void>();
  const asked = request(
    { port, path: eventsAddress, headers: { authorization: `Bearer ${client.token}` } },
    (answer) => {
      answer.setEncoding("utf8");
      answer.on("data", (text: string) => {
        const moment = now();
        opened.resolve();
        for (const [, id = ""] of text.matchAll(/"requestId":"([^"]+)"/g)) if (!at.has(id)) at.set(id, moment);
      });
      answer.on("error", () => undefined); // closed by us
    },
  );
  asked.on("error", opened.reject);
  asked.end();
  return { at, opened: opened.promise, close: () => asked.destroy() };
}

/** The subject's yes, as the page's form sends it. @returns when it was sent and answered */
async function grant(port: number, { token }: Question): Promise<{ readonly sent: number; readonly answered: number }> {
  const body = new URLSearchParams(recordPartIds.map((part): [string, string] => ["part", part])).toString();
  const sent = now();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(
      {
        agent,
        port,
        method: "POST",
        path: `/consent/${token}/grant`,
        headers: { "content-type": "application/x-www-form-urlencoded", "content-length": body.length },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode));
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
  if (status !== 303 && status !== 302 && status !== 200) throw new Error(`a yes was answered with ${status}`);
  return { sent, answered: now() };
}

async function until(condition: () => boolean, forMs: number): Promise<boolean> {
  for (const end = Date.now() + forMs; !condition(); await sleep(2)) if (Date.now() > end) return false;
  return true;
}

// G-S1
const crowd = await openWaiters(
  tokens.slice(0, waiters).map((token, at) => ({ port: ports[at % 2] ?? first, path: eventsAddress, token })),
);
let lost = 0;
crowd.process.stdout?.on("data", (text: Buffer) => (lost = Number(/"lost":(\d+)/.exec(String(text))?.[1] ?? lost)));
const heard = ports.map(listen);
await Promise.all(heard.map(({ opened }) => opened));
await sleep(3_000);
const s1: Figure = {
  goal: "G-S1",
  what: "a yes to its event on the other program, to the yes's own answer",
  target: 1.5,
  floor: 3,
  unit: "us",
  rounds: [],
};
const toEvent: number[] = [];
let missed = 0;
const measured = questions.slice(0, grants);
for (let round = 0; round < rounds; round += 1) {
  const [events, answers]: [number[], number[]] = [[], []];
  for (const [at, question] of measured.slice((round * grants) / rounds, ((round + 1) * grants) / rounds).entries()) {
    const there = heard[(at + 1) % 2];
    const { sent, answered } = await grant(ports[at % 2] ?? first, question);
    answers.push((answered - sent) * 1000);
    const came = () => there?.at.get(question.requestId);
    if (await until(() => came() !== undefined, 5_000)) events.push(((came() ?? 0) - sent) * 1000);
    else missed += 1;
    await sleep(10); // people do not press all at once
  }
  toEvent.push(...events);
  s1.rounds.push({ ours: median(events), reference: median(answers) });
}
const ms = (all: readonly number[], part: number) => (quantile(all, part) / 1000).toFixed(1);
console.log(
  `G-S1: ${toEvent.length} yeses, ${waiters} waiters: to the event p50 ${ms(toEvent, 0.5)} ms, p99 ${ms(toEvent, 0.99)} ms, worst ${ms(toEvent, 1)} ms (p99 under 300); missed ${missed}, streams lost ${lost}. Load ${loadavg()[0]?.toFixed(1)}.`,
);

if (screens > 0) {
  const origin = `http://localhost:${second}`;
  const screen = await openScreen(`${folder}/chromium`, origin, {
    name: "__Host-idanimo",
    value: await addBrowser(owner, email),
  });
  const drawn: number[] = [];
  for (const question of questions.slice(grants)) {
    await screen.open(`${origin}/consent?request=${question.requestId}`);
    const seen = screen.evaluate(recordDrawn(question.requestId));
    await sleep(300);
    const { sent } = await grant(first, question);
    drawn.push((Number(await Promise.race([seen, sleep(10_000, Number.NaN, { ref: false })])) - sent) * 1000);
  }
  await screen.close();
  const came = drawn.filter((one) => !Number.isNaN(one));
  console.log(
    `G-S1: ${came.length} of ${drawn.length} records drawn in Chromium: p50 ${ms(came, 0.5)} ms, p99 ${ms(came, 0.99)} ms. Load ${loadavg()[0]?.toFixed(1)}.`,
  );
}
for (const one of heard) one.close();
await stop(crowd);

// G-S2
async function memoryOf({ process: { pid } }: Started): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}
const barePort = await freePort();
const bare = await startProgram("bench/src/floor/streams.ts", { BARE_PORT: String(barePort) });

/** KiB that each of so many streams adds to a program, once two heartbeats have passed. */
async function perStream(program: Started, port: number, path: string): Promise<number> {
  const before = await memoryOf(program);
  const open = await openWaiters(tokens.slice(0, streams).map((token) => ({ port, path, token })));
  await sleep(35_000);
  const each = ((await memoryOf(program)) - before) / streams;
  if (open.process.exitCode !== null) throw new Error("the streams did not hold");
  await stop(open);
  return each;
}
await stop(servers[1] ?? sandbox);
// a program that has just started: what the first part left behind is not counted
const fresh = await startProgram(serverEntry, { ...settings, PORT: String(second), ROLES: "api" });
await sleep(5_000);
const ours = await perStream(fresh, second, eventsAddress);
const reference = await perStream(bare, barePort, "/");
console.log(
  `G-S2: ${streams} streams at once on one program: ${ours.toFixed(1)} KiB each, bare ${reference.toFixed(1)} KiB.`,
);
const s2: Figure = {
  goal: "G-S2",
  what: `memory of an idle stream, of ${streams}`,
  target: 1.3,
  floor: 2,
  unit: "KiB",
  rounds: [{ ours, reference }],
};
process.exitCode = print([s1, s2].map(ratioOf)) || (missed > 0 || (quantile(toEvent, 0.99) ?? 0) > 300_000 ? 1 : 0);

// what nobody sealed yet, sealed by the job of the program that is still running
const backlog = 100_000;
await owner.query(
  `insert into audit_log (id, actor_kind, action, object_id, reason)
   select gen_random_uuid(), 'user', 'paid_from_wallet', gen_random_uuid(), '' from generate_series(1, ${backlog})`,
);
const begun = performance.now();
for (let isLeft = true; isLeft; await sleep(50))
  isLeft = (await owner.query("select from seals_due limit 1")).rowCount !== 0;
const perSecond = (backlog / (performance.now() - begun)) * 1000;
console.log(`Sealing: ${backlog} rows that waited, ${perSecond.toFixed(0)} rows a second.`);

agent.destroy();
await owner.end();
for (const program of [bare, fresh, servers[0], sandbox]) if (program) await stop(program);
await cluster.stop();
await removeFolder(folder);
