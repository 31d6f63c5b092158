import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { inRoot } from "./program.ts";
import { wrongInBooks } from "./load/books.ts";
import { killsUnderLoad } from "./load/kills.ts";
import { openTill, type Paid } from "./load/till.ts";
import { noLessThan, noMoreThan, print, ratioOf } from "./report.ts";

/**
 * G-P1 to G-P7 and G-P9: payments over HTTP, signed in, each with an Idempotency-Key, to pgbench on the same tables of the same
 * PostgreSQL, durable as it comes: step by step, and with one call. The program is the product as it is shipped, with the role `api` (G-P5 alone
 * compares two that are run from their sources);
 * purchases are made in the tables beforehand, so that paying alone is measured. After each round the books must be exact, also those of
 * the reference. `--rounds` (5), `--seconds` a slice (3), `--kills` of the server and as many of the database (2).
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    kills: { type: "string", default: "2" },
  },
});
const seconds = Number(values.seconds);
const till = await openTill({ api: 3, jobs: 0 });
const { fleet } = till;
const [usual, plain, alone] = fleet.members;
if (!usual || !plain || !alone) throw new Error("three programs are needed");
// G-P5's two are run from the sources, since one of them has a source taken out: its payments never wait for each other
const sources = "server/src/main.ts";
await plain.end();
await plain.start({}, sources);
await alone.end();
await alone.start({ NODE_OPTIONS: `--import ${inRoot("bench/src/load/alone.ts")}` }, sources);

const figures = {
  P1: noLessThan([2.5, 2], "G-P1", "payments/s to pgbench step by step, 64 connections", "/s"),
  P2: noLessThan([1.4, 1], "G-P2", "payments/s to pgbench's best single call", "/s"),
  P3: noMoreThan([0.33, 0.45], "G-P3", "processor time of a payment to that of one by steps", "ms"),
  P4: noLessThan([12, 8], "G-P4", "payments/s on one wallet to pgbench on one row", "/s"),
  P5: noMoreThan([1.05, 1.15], "G-P5", "p50 on one connection to the same without coalescing", "ms"),
  P6: noLessThan([1.1, 1], "G-P6", "payments/s of 256 connections to 64", "/s"),
  P7: noLessThan([2, 1.7], "G-P7", "G-P1 with a flush that takes 2 ms", "/s"),
};

type Slice = readonly [name: string, run: () => Promise<Paid>];
const slices: readonly Slice[] = [
  ["http", () => till.overHttp({ connections: 64, seconds })],
  ["stepwise", () => till.bySteps({ script: "stepwise", seconds })],
  ["single", () => till.bySteps({ script: "single", seconds })],
  ["many", () => till.overHttp({ connections: 256, seconds })],
  ["hot", () => till.overHttp({ connections: 64, hot: true, seconds })],
  ["hot stepwise", () => till.bySteps({ script: "stepwise", hot: true, seconds })],
  ["one", () => till.overHttp({ connections: 1, seconds, member: plain })],
  ["one alone", () => till.overHttp({ connections: 1, seconds, member: alone })],
];
const slow: readonly Slice[] = slices.slice(0, 2);

/**
 * All slices once, beginning with another one each round and every other round backwards: a slice bears what the one before it left to
 * do, and of two that are compared it must not always be the same.
 */
async function turn(all: readonly Slice[], round: number): Promise<(name: string) => Paid> {
  const done = new Map<string, Paid>();
  const at = round % all.length;
  const order = [...all.slice(at), ...all.slice(0, at)];
  for (const [name, run] of round % 2 === 0 ? order : order.toReversed()) {
    await sleep(300);
    const paid = await run();
    done.set(name, paid);
    const each = `${paid.database.toFixed(2)} ms of the database, ${paid.program.toFixed(2)} ms of its program`;
    console.error(
      `${name}: ${paid.perSecond.toFixed(0)}/s, p50 ${paid.p50.toFixed(1)} ms, p99 ${paid.p99.toFixed(1)} ms; a payment: ${each}`,
    );
  }
  return (name) => {
    const found = done.get(name);
    if (!found) throw new Error(`no slice ${name}`);
    return found;
  };
}

const wrong: string[] = [];
const cpu = ({ database, program }: Paid) => database + program;
console.error("once to warm up");
await turn(slices, 0);
for (let round = 0; round < Number(values.rounds); round += 1) {
  const of = await turn(slices, round);
  const [http, stepwise] = [of("http"), of("stepwise")];
  figures.P1.rounds.push({ ours: http.perSecond, reference: stepwise.perSecond });
  figures.P2.rounds.push({ ours: http.perSecond, reference: of("single").perSecond });
  figures.P3.rounds.push({ ours: cpu(http), reference: cpu(stepwise) });
  figures.P4.rounds.push({ ours: of("hot").perSecond, reference: of("hot stepwise").perSecond });
  figures.P5.rounds.push({ ours: of("one").p50, reference: of("one alone").p50 });
  figures.P6.rounds.push({ ours: of("many").perSecond, reference: http.perSecond });

  await flushOf(2_000);
  const slowOf = await turn(slow, round);
  await flushOf(0);
  figures.P7.rounds.push({ ours: slowOf("http").perSecond, reference: slowOf("stepwise").perSecond });
  wrong.push(...(await wrongInBooks(fleet.owner)));
}

/** Lets each flush wait so many microseconds, as a slow disk does. */
async function flushOf(microseconds: number): Promise<void> {
  for (const [name, value] of [
    ["commit_delay", microseconds],
    ["commit_siblings", microseconds > 0 ? 0 : 5],
  ])
    await fleet.owner.query(`alter system set ${name} = ${value}`);
  await fleet.owner.query("select pg_reload_conf()");
  await sleep(200);
}

const killed = await killsUnderLoad(till, Number(values.kills));
wrong.push(...killed.wrong, ...(await wrongInBooks(fleet.owner)));
// no program does jobs here, and sealing is a job: that rows wait for it is no finding
const laws = await fleet.owner.query<{ law: string; detail: string }>(
  "select law, detail from check_invariants(100000) where detail not like '% waits for its seal since %' limit 5",
);
wrong.push(...laws.rows.map(({ law, detail }) => `${law}: ${detail}`));
for (const what of wrong) console.log(`WRONG: ${what}`);
console.log(
  `G-P9: books ${wrong.length === 0 ? "exact" : "NOT exact"} after ${values.rounds} rounds and ${killed.kills} kills under load, ` +
    `each key sent twice: ${killed.answered} answered, ${killed.lost} lost, ${killed.doubled} charged twice.\n`,
);
const failed = print(Object.values(figures).map(ratioOf));
process.exitCode = wrong.length > 0 || killed.lost + killed.doubled > 0 ? 1 : failed;
await fleet.close();
