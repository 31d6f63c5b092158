import { setTimeout as sleep } from "node:timers/promises";
import { booksOf } from "../campaign/books.ts";
import { untilAnswered } from "../client.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { runProgram, serverEntry } from "../program.ts";
import { metWords } from "./parts/doors.ts";
import { openShop, type Shop } from "./parts/shop.ts";
import { startTwoMachines, type TwoMachines } from "./parts/two-machines.ts";
import { type How, type Outcome, prove } from "./proof.ts";

/**
 * two database machines under Patroni, the product on top by one address. Each round breaks one while people pay: the
 * primary killed with all its processes, the same with the line to its standby cut a moment before, its PostgreSQL alone, the machine standing
 * still, a planned change, and the standby killed, during which nothing may be promised. The broken one must be back and in step before the next
 * round. At the end the same is done with asynchronous replication, and must lose: else this would see nothing.
 */

const kinds = ["machine", "cut and machine", "postgres", "standstill", "planned", "standby"] as const;
type Kind = (typeof kinds)[number];

/** How long a cut line or an absent standby is left so while people go on trying to pay. */
const cutMs = 700;
const standbyAwayMs = 4_000;
/** Callers of a house without a database wait this long before they call it a failure. */
const patienceMs = 240_000;

/** Of `performance.now()`: when each payment that was answered with success was first asked, and when it was answered. */
type Paid = { readonly asked: number; readonly at: number };

type Round = {
  readonly kind: Kind;
  /** From the blow until the other machine leads. With two machines nothing is written yet: the broken one is started only now. */
  readonly leadsMs: number;
  /** From the blow until a payment asked after it was answered. */
  readonly downMs: number;
  /** From the blow until both machines were in step again. */
  readonly wholeMs: number;
};

async function run({ count, seed, say }: How): Promise<Outcome> {
  const cluster = await startTwoMachines();
  const fleet = await startFleet({ api: 2, jobs: 1, databases: cluster.databases });
  try {
    return await rounds(cluster, fleet, { count, seed, say });
  } finally {
    await fleet.close();
    await cluster.close();
  }
}

async function rounds(cluster: TwoMachines, fleet: Fleet, { count, seed, say }: How): Promise<Outcome> {
  const wrong = await refusesStandby(cluster, fleet);
  const paid: Paid[] = [];
  const shopOf = (of: number) =>
    openShop(fleet, {
      lanes: 6,
      seed: of,
      patienceMs,
      paid: (asked) => paid.push({ asked, at: performance.now() }),
    });
  const shop = await shopOf(seed);
  const doors = watchDoors(fleet);
  const done: Round[] = [];
  for (let at = 0; at < count; at += 1) {
    const kind = kinds[at % kinds.length] ?? "machine";
    const seen = doors.closed();
    const { wrong: promised, ...round } = await breakOne(cluster, kind, paid).catch(async (error: unknown) => {
      say(`round ${at + 1}: ${kind}: ${await stateOf(fleet, shop)}`);
      throw error;
    });
    done.push(round);
    wrong.push(...promised);
    const isAway = kind !== "planned" && kind !== "standby"; // for seconds: programs that are asked must have said so
    if (isAway && doors.closed() === seen) wrong.push(`round ${at + 1}: /health/ready never said 503`);
    say(
      `round ${at + 1}: ${kind}, led after ${seconds(round.leadsMs)} s, ${seconds(round.downMs)} s down, whole after ${seconds(round.wholeMs)} s`,
    );
  }
  doors.stop();
  await shop.close();
  const verdict = await judgeOf(shop);
  say(`${verdict.acknowledged} payments acknowledged, ${verdict.lost} lost ${[...wrong, ...verdict.wrong].join("; ")}`);
  const control = await asynchronous(cluster, await shopOf(seed + 1), Math.max(3, Math.round(count / 10)), paid, say);
  if (control.lost === 0) wrong.push("the control with asynchronous replication lost nothing: this proof sees nothing");
  return {
    broken: done.length,
    acknowledged: verdict.acknowledged,
    lost: verdict.lost,
    wrong: [...wrong, ...verdict.wrong, ...shop.failed.slice(0, 3)],
    notes: `${told(done)}; ${cluster.remade} machines made anew by hand; control, asynchronous: ${control.rounds} kills, ${control.lost} of ${control.acknowledged} lost`,
  };
}

/** A program given the standby ends at its start with a sentence. R-25 */
async function refusesStandby(cluster: TwoMachines, fleet: Fleet): Promise<string[]> {
  const { standby } = await cluster.whole();
  const settings = {
    ...fleet.settings,
    DATABASE_URL: cluster.urlOn(standby),
    PORT: "0",
    ROLES: "api",
    WATCH_STDIN: "",
  };
  const { code, words } = await runProgram(serverEntry, [], settings);
  return code === 1 && /DATABASE_URL .*read-only/.test(words) ? [] : [`a program took the standby: ${words}`];
}

/** One round: breaks, waits until payments go on, mends, and waits until both machines are in step. */
async function breakOne(cluster: TwoMachines, kind: Kind, paid: readonly Paid[]) {
  const { primary, standby } = await cluster.whole();
  await answeredAfter(paid, performance.now()); // people do pay
  if (kind === "cut and machine") {
    await cluster.do("hold-receiver", standby);
    await sleep(cutMs);
  }
  const blow = performance.now();
  const wrong: string[] = [];
  if (kind === "machine" || kind === "cut and machine") await cluster.do("kill", primary);
  if (kind === "cut and machine") await cluster.do("drop-receiver", standby);
  if (kind === "postgres") await cluster.do("kill-postgres", primary);
  if (kind === "standstill") await cluster.do("freeze", primary);
  if (kind === "planned") await cluster.switchOver(primary, standby);
  if (kind === "standby") {
    await cluster.do("kill", standby);
    const gone = performance.now();
    await sleep(standbyAwayMs);
    const promised = paid.filter(({ asked }) => asked > gone).length;
    if (promised > 0) wrong.push(`${promised} payments were promised while no standby was there`);
    await cluster.do("start", standby);
  } else await cluster.leads(standby);
  const leadsMs = performance.now() - blow;
  if (kind === "standstill") await cluster.do("kill", primary); // what a watchdog does to a machine that hangs: it never wakes up as a primary
  if (kind === "machine" || kind === "cut and machine" || kind === "standstill") await cluster.do("start", primary);
  // at once: with two machines nobody can pay before both are there
  const [answered] = await Promise.all([answeredAfter(paid, blow), cluster.whole()]);
  return { kind, leadsMs, downMs: answered - blow, wholeMs: performance.now() - blow, wrong };
}

/** Waits for a payment that was asked after a moment, and answers when it was promised. */
async function answeredAfter(paid: readonly Paid[], moment: number): Promise<number> {
  for (;;) {
    const first = paid.findLast(({ asked }) => asked > moment);
    if (first) return Math.min(...paid.filter(({ asked }) => asked > moment).map(({ at }) => at));
    if (performance.now() - moment > patienceMs) throw new Error(`nobody could pay for ${patienceMs / 1000} s`);
    await sleep(50);
  }
}

/** What a person would look at when nobody can pay. */
async function stateOf(fleet: Fleet, shop: Shop): Promise<string> {
  const doors = await Promise.all(
    fleet.urls.map((url) =>
      fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(15_000) }).then(
        ({ status }) => String(status),
        () => "no answer",
      ),
    ),
  );
  const asked = `select coalesce(string_agg(line, '; '), 'nothing') as lines from (
    select count(*) || ' x ' || concat_ws(' ', application_name, state, wait_event, left(query, 60)) as line
    from pg_stat_activity where datname = current_database() group by application_name, state, wait_event, left(query, 60)) each`;
  const lines = await fleet.owner.query<{ lines: string }>(asked).then(
    ({ rows }) => rows[0]?.lines,
    (error: Error) => error.message,
  );
  const failures = [...shop.met.failures].map(([code, times]) => `${times} x ${code}`);
  return [`ready: ${doors.join(", ")}`, metWords(shop.met), ...failures, ...shop.failed.slice(-3), lines].join("\n  ");
}

/** Asks each program again and again whether it can serve, and counts how often one said it cannot. */
function watchDoors(fleet: Fleet) {
  let closed = 0;
  const timer = setInterval(() => {
    for (const url of fleet.urls)
      fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(15_000) }).then(
        ({ status }) => {
          if (status === 503) closed += 1;
        },
        () => undefined,
      );
  }, 500);
  return { closed: () => closed, stop: () => clearInterval(timer) };
}

/** The shop's own judgement, unless something is gone: what was lost cannot be asked about. */
async function judgeOf(shop: Shop) {
  const lost = await lostOf(shop);
  return lost === 0 ? shop.judge() : { acknowledged: shop.bought.length, lost, wrong: [] };
}

/** Payments that were answered with success and are in nobody's books. */
async function lostOf(shop: Shop): Promise<number> {
  const books = await Promise.all(
    shop.clients.map((client) => untilAnswered(() => booksOf(client, new Set(), 0n), patienceMs)),
  );
  return shop.bought.filter(({ transactionID }) => books.every(({ charges }) => !charges.has(transactionID))).length;
}

/** The control: commits are answered before a standby has them. */
async function asynchronous(cluster: TwoMachines, shop: Shop, count: number, paid: readonly Paid[], say: How["say"]) {
  // a cluster that loses data on purpose must also promote a standby that is behind
  await cluster.configure({
    synchronous_mode: false,
    synchronous_mode_strict: false,
    maximum_lag_on_failover: 1_073_741_824,
  });
  await sleep(3_000); // both machines look every second
  for (let at = 0; at < count; at += 1) {
    const { downMs } = await breakOne(cluster, "cut and machine", paid);
    say(`control ${at + 1}: ${seconds(downMs)} s down`);
  }
  await shop.close();
  return { rounds: count, acknowledged: shop.bought.length, lost: await lostOf(shop) };
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** Median and worst for each kind. */
function told(done: readonly Round[]): string {
  const middleAndWorst = (all: readonly number[]) => {
    const sorted = all.toSorted((left, right) => left - right);
    return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} s, worst ${seconds(sorted.at(-1) ?? 0)} s`;
  };
  const words = kinds.map((kind) => {
    const own = done.filter((round) => round.kind === kind);
    const leads = kind === "standby" ? "" : `led by the other after ${middleAndWorst(own.map((one) => one.leadsMs))}, `;
    return `${kind} ${own.length} x: ${leads}paid again after ${middleAndWorst(own.map((one) => one.downMs))}`;
  });
  return words.join("; ");
}

await prove(50, run);
