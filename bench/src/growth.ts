import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import type { Search } from "./campaign/searches.ts";
import { answerMessages } from "./campaign/subjects.ts";
import { chanceOf } from "./chance.ts";
import type { Client } from "./client.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { cpuOf, cpuOfPostgres } from "./load/cpu.ts";
import { openShop } from "./prove/parts/shop.ts";

/**
 * `node bench/src/growth.ts [--count 500]`: what one purchase, one payment and one look-up cost: processor time of the program and of
 * the database, bytes of the log of changes, and how much each table and its indexes grow. One after the other, never two at once.
 */

const { values } = parseArgs({ options: { count: { type: "string", default: "500" } } });
const count = Number(values.count);

type Size = { readonly heap: number; readonly index: number };
type Stand = {
  readonly program: number;
  readonly jobs: number;
  readonly database: number;
  readonly log: number;
  readonly sizes: ReadonlyMap<string, Size>;
};

/** Sizes of our tables in bytes, the parts of one added up under its name. */
async function sizesOf({ owner }: Fleet): Promise<ReadonlyMap<string, Size>> {
  const { rows } = await owner.query<{ name: string; heap: number; index: number }>(
    `select coalesce(p.relname, c.relname) as name, sum(pg_table_size(c.oid))::float8 as heap, sum(pg_indexes_size(c.oid))::float8 as index
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and n.nspname in ('public', 'months', 'graphile_worker') group by 1`,
  );
  return new Map(rows.map(({ name, heap, index }) => [name, { heap, index }]));
}

async function standOf(fleet: Fleet): Promise<Stand> {
  const [api, jobs] = fleet.members;
  const { rows } = await fleet.owner.query<{ log: number }>("select (pg_current_wal_lsn() - '0/0')::float8 as log");
  return {
    program: await cpuOf(api?.now().process.pid),
    jobs: await cpuOf(jobs?.now().process.pid),
    database: await cpuOfPostgres(fleet.folder),
    log: rows[0]?.log ?? 0,
    sizes: await sizesOf(fleet),
  };
}

type Step = { readonly name: string; readonly before: Stand; readonly after: Stand };

/**
 * One step, each time from a fresh checkpoint: pages written whole after it are in the figure, as they are in life.
 * @param started processor seconds of a program of jobs that only started, where this step starts it
 */
async function step(fleet: Fleet, name: string, work: () => Promise<void>, started = 0): Promise<Step> {
  await fleet.owner.query("checkpoint");
  const before = await standOf(fleet);
  await work();
  const after = await standOf(fleet);
  return { name, before, after: { ...after, jobs: after.jobs - started } };
}

const each = (bytes: number) => (bytes / count / 1_000).toFixed(2);

function printSteps(steps: readonly Step[]): void {
  console.log(
    `| One of ${count} | Program, ms | Jobs, ms | Database, ms | Log, kB | Tables, kB | Indexes, kB |\n|---|---|---|---|---|---|---|`,
  );
  for (const { name, before, after } of steps) {
    const ms = (of: "program" | "jobs" | "database") => (((after[of] - before[of]) * 1_000) / count).toFixed(2);
    const grown = (of: keyof Size) =>
      [...after.sizes].reduce((sum, [table, size]) => sum + size[of] - (before.sizes.get(table)?.[of] ?? 0), 0);
    console.log(
      `| ${name} | ${ms("program")} | ${ms("jobs")} | ${ms("database")} | ${each(after.log - before.log)} | ${each(grown("heap"))} | ${each(grown("index"))} |`,
    );
  }
}

function printTables(first: Stand, last: Stand): void {
  console.log(`\n| Table, over all steps | Rows, kB each | Indexes, kB each |\n|---|---|---|`);
  const grown = [...last.sizes].map(([table, size]) => {
    const was = first.sizes.get(table) ?? { heap: 0, index: 0 };
    return { table, heap: size.heap - was.heap, index: size.index - was.index };
  });
  for (const { table, heap, index } of grown
    .toSorted((left, right) => right.heap + right.index - left.heap - left.index)
    .slice(0, 14))
    console.log(`| ${table} | ${each(heap)} | ${each(index)} |`);
}

/** Waits until no item runs, and every row has its seal. */
async function isQuiet({ owner }: Fleet, states: string): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ open: number }>(
      `select (select count(*) from purchase_items where state in (${states}))::int + (select count(*) from seals_due)::int as open`,
    );
    if (rows[0]?.open === 0) return;
    await sleep(200);
  }
}

type Made = { readonly sessionCode: string; readonly transactionID: string; readonly amount: string };
async function purchases(client: Client, search: (at: number) => Search): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < count; at += 1) {
    const { sessionCode, transactionID, quote } = await client.call(createSession, { ...search(at), currency: "NGN" });
    made.push({ sessionCode, transactionID, amount: String(Number(quote.total) / 100) });
  }
  return made;
}

const fleet = await startFleet({ api: 1, jobs: 1 });
let isOver = false;
try {
  const { clients, close } = await openShop(fleet, { lanes: 0, seed: 1 });
  await close();
  const [client] = clients;
  const jobs = fleet.members[1];
  if (!client || !jobs) throw new Error("no fleet");
  const first = await standOf(fleet);
  const steps: Step[] = [];
  const kinds: readonly (readonly [string, (at: number) => Search])[] = [
    ["a company", (at) => ({ rc: `${100_000 + at}1234` })],
    ["a person, asked by SMS", (at) => ({ nin: `${1_000_000 + at}1234`, purpose: { code: "credit" } })],
  ];
  for (const [kind, search] of kinds) {
    await jobs.end();
    let made: readonly Made[] = [];
    steps.push(await step(fleet, `purchase: ${kind}`, async () => void (made = await purchases(client, search))));
    steps.push(
      await step(fleet, `payment: ${kind}`, async () => {
        for (const one of made) await client.call(walletPayment, one, randomUUID());
      }),
    );
    const drain = async () => {
      await jobs.start();
      await isQuiet(fleet, "'looking_up'");
    };
    steps.push(await step(fleet, `look-up, with its seals: ${kind}`, drain, first.jobs));
  }
  const answering = answerMessages(fleet.sandboxUrl, chanceOf(1), () => isOver);
  steps.push(
    await step(fleet, "answer of a person, six of ten yes", async () => {
      let before = -1;
      for (;;) {
        const { rows } = await fleet.owner.query<{ open: number }>(
          "select count(*)::int as open from purchase_items where state = 'awaiting_consent'",
        );
        if (rows[0]?.open === before) break;
        before = rows[0]?.open ?? 0;
        await sleep(5_000);
      }
    }),
  );
  isOver = true;
  await answering;
  printSteps(steps);
  printTables(first, await standOf(fleet));
  const broken = await fleet.brokenLaws();
  for (const law of broken) console.error(law);
  if (broken.length > 0) process.exitCode = 1;
} finally {
  isOver = true;
  await fleet.close();
}
