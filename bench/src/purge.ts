import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { kill, stop, type Started } from "./program.ts";
import { checkBooks, fillBacklog, makeDue } from "./purge/backlog.ts";
import { measureExpiries } from "./purge/expiries.ts";
import { closeAll, closeProduct, openProduct, type Product } from "./purge/product.ts";
import { type Figure, print, ratioOf } from "./report.ts";

/**
 * What is deleted when its time is over, on a PostgreSQL of the benchmark's own, durable as it comes.
 * First: so many records that people agreed to, a second before their end and a second after it, with no job running.
 * Then a backlog: the purge of 100,000 requests to that of 10,000 in the highest memory of the program, and its rows a second to those
 * of the same statements written by hand in one connection, in the same batches, audit rows included. Last, two programs at one backlog,
 * one of which is killed in the middle: each request is whole or gone, and is in the audit once.
 * `--expiries` (10000; 0 leaves that part out), `--rounds` (3), `--long` (100000).
 */

const { values } = parseArgs({
  options: {
    expiries: { type: "string", default: "10000" },
    rounds: { type: "string", default: "3" },
    long: { type: "string", default: "100000" },
  },
});
const expiries = Number(values.expiries);
const rounds = Number(values.rounds);
const long = Number(values.long);
const short = long / 10;
const batch = 500;

const countOf = async ({ owner }: Product) =>
  Number(
    (
      await owner.query<{ count: string }>(
        "select count(*) from verification_requests where purged_at is null and purge_due_at <= now()",
      )
    ).rows[0]?.count,
  );
async function untilPurged(product: Product, left = 0): Promise<void> {
  while ((await countOf(product)) > left) await sleep(200);
}
const markOf = async ({ process: { pid } }: Started, name: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** How fast the program purges so many, by the times it wrote itself, and the highest memory that it took, MiB. */
async function ours(product: Product, count: number) {
  const { server } = await product.start("jobs");
  try {
    await makeDue(product, 1_000); // its code is warm, as in a program that has worked
    await untilPurged(product);
    await sleep(1_000);
    await writeFile(`/proc/${server.process.pid}/clear_refs`, "5"); // forgets the highest mark
    const idle = await markOf(server, "VmRSS");
    const ids = await makeDue(product, count);
    await untilPurged(product);
    const { rows } = await product.owner.query<{ seconds: number }>(
      `select extract(epoch from max(purged_at) - min(purged_at))::float8 as seconds from verification_requests where id = any ($1)`,
      [ids],
    );
    const peak = await markOf(server, "VmHWM");
    // the first batch is over when the first time is written
    return { rate: (count - batch) / (rows[0]?.seconds ?? Number.NaN), peak, rise: peak - idle };
  } finally {
    await stop(server);
  }
}

/** The same rows by hand: nothing is looked for, nothing is decided. Rows a second. */
async function byHand(product: Product, count: number): Promise<number> {
  const { owner, keys } = product;
  const ids = await makeDue(product, count);
  const began = performance.now();
  for (let from = 0; from < ids.length; from += batch) {
    const these = [ids.slice(from, from + batch)];
    await keys.query("delete from record_keys where id = any ($1)", these);
    await owner.query("begin");
    await owner.query(
      "update consents set contact_sealed = null, phone_hash = null, code_hash = null where request_id = any ($1)",
      these,
    );
    await owner.query("delete from results where request_id = any ($1)", these);
    await owner.query("update lookup_attempts set answer_sealed = null where request_id = any ($1)", these);
    await owner.query("update outbox_messages set sealed = null where request_id = any ($1)", these);
    await owner.query(
      "update verification_requests set search_sealed = null, value_hash = null, purged_at = product_now() where id = any ($1)",
      these,
    );
    await owner.query(
      `insert into audit_log (id, actor_kind, action, object_id, reason)
       select gen_random_uuid(), 'system', 'purged', id, '' from unnest($1::uuid[]) id`,
      these,
    );
    await owner.query("commit");
  }
  return (count / (performance.now() - began)) * 1_000;
}

async function measureEnds(): Promise<boolean> {
  const product = await openProduct("expiries");
  const { granted, before, after } = await measureExpiries(product, expiries);
  const told = ({ records, numbers, listed }: typeof before) =>
    `${records} records, ${numbers} whole numbers on their pages, ${listed} in the history's file`;
  console.log(`${granted} records agreed to, and no job running.`);
  console.log(`A second before the first end: ${told(before)}.\nA second after the last end: ${told(after)}.`);
  await closeProduct(product);
  return (
    granted >= expiries * 0.98 &&
    Object.values(before).every((count) => count >= granted) &&
    after.records + after.numbers + after.listed === 0
  );
}

async function measureBacklog(): Promise<number> {
  const product = await openProduct("backlog");
  const killed = short * 2;
  const all = 2 * 1_000 + rounds * (1_000 + 2 * short) + short + long + killed;
  await fillBacklog(product, all);
  console.log(`backlog: ${all} requests made`);
  let purged = 0;
  const rate: Figure = {
    goal: "issue 6",
    what: `requests purged a second, to the same statements by hand`,
    atLeast: true,
    target: 0.8,
    floor: 0.5,
    unit: "/s",
    rounds: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    const both = { ours: 0, reference: 0 };
    const slices = [
      async () => (both.ours = (await ours(product, short)).rate),
      async () => (both.reference = await byHand(product, short)),
    ];
    for (const slice of round % 2 === 0 ? slices : slices.toReversed()) await slice();
    rate.rounds.push(both);
    purged += 1_000 + 2 * short;
    await checkBooks(product, purged, all - purged);
  }
  const few = await ours(product, short);
  const many = await ours(product, long);
  purged += 2_000 + short + long;
  await checkBooks(product, purged, all - purged);
  const memory: Figure = {
    goal: "issue 6",
    what: `highest memory of the program, a backlog of ${long} to one of ${short}`,
    target: 1.1,
    floor: 1.2,
    unit: "MiB",
    rounds: [{ ours: many.peak, reference: few.peak }],
  };
  const missed = print([memory, rate].map(ratioOf));
  const mib = (value: number) => value.toFixed(1);
  console.log(
    `${long} drained at ${many.rate.toFixed(0)} a second, ${mib(many.rise)} MiB above idle; ${short}: ${mib(few.rise)} MiB.`,
  );

  const [one, other] = [await product.start("jobs"), await product.start("jobs")];
  await makeDue(product, killed);
  await untilPurged(product, killed / 2);
  await kill(one.server);
  await untilPurged(product);
  await stop(other.server);
  purged += killed;
  await checkBooks(product, purged, all - purged);
  console.log(`${killed} by two programs, one killed in the middle: each whole or gone, each in the audit once.`);
  console.log(`Load ${loadavg()[0]?.toFixed(1)}.`);
  await closeProduct(product);
  return missed;
}

try {
  const isWell = expiries === 0 || (await measureEnds());
  process.exitCode = Math.max(await measureBacklog(), isWell ? 0 : 1);
} finally {
  await closeAll(); // also after an error: a database server would stay behind
}
