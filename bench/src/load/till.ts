import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { walletPayment } from "@idanimo/contract/wallet";
import { apiBase } from "@idanimo/contract/operation";
import { type Fleet, type FleetPlan, type Member, startFleet } from "../fleet.ts";
import { inRoot } from "../program.ts";
import { cpuOf, cpuOfPostgres } from "./cpu.ts";
import { pgbench, type Steps } from "./pgbench.ts";
import { bodyOf, makePurchases, makeWallets, type Purchases } from "./rows.ts";
import { rawRequest, type Slice, wrk } from "./wrk.ts";

/** What one slice of paying came to: a second, and in processor time. */
export type Paid = {
  readonly perSecond: number;
  /** Milliseconds a payment, of the database and of the program that asks it. */
  readonly database: number;
  readonly program: number;
  /** Milliseconds; of HTTP only. */
  readonly p50: number;
  readonly p99: number;
};

export type HttpPlan = {
  readonly connections: number;
  readonly hot?: boolean;
  readonly seconds: number;
  readonly member?: Member;
};
export type StepsPlan = { readonly script: Steps["script"]; readonly hot?: boolean; readonly seconds: number };

const wallets = 1_000;
const clients = 64;
/** Payments a second that purchases are made for at least. */
const least = 3_000;

/** A fleet with wallets and purchases to pay: the product over HTTP, and pgbench on the same tables. */
export async function openTill(plan: Pick<FleetPlan, "api" | "jobs" | "settings" | "postgres">) {
  const fleet = await startFleet({ ...plan, postgres: { max_wal_size: "4GB", ...plan.postgres } });
  const { owner, folder } = fleet;
  const tokens = await makeWallets(owner, wallets);
  await owner.query(await readFile(inRoot("bench/src/load/single-function.sql"), "utf8"));
  const found = await owner.query<{ id: number }>(
    "select id from graphile_worker._private_tasks where identifier = 'look_up'",
  );
  const task = found.rows[0]?.id ?? 0;
  let next = 1;
  /** What each way reached at its best, payments a second: twice as many purchases are made for its next slice. */
  const best = new Map<string, number>();
  const ready = async (way: string, seconds: number, hot: boolean, clients: number): Promise<Purchases> => {
    const count = Math.ceil(Math.max(best.get(way) ?? 0, least) * 2 * seconds) + clients * 40;
    const purchases = { from: next, count, wallets: hot ? 1 : wallets };
    next += count;
    await makePurchases(owner, purchases);
    await settle();
    return purchases;
  };
  /** As in a house that has run for a while: counted and tidied up. The server itself comes to both after a minute, beside what is measured then. */
  const settle = async () => {
    await owner.query("vacuum (analyze)");
    await owner.query("checkpoint");
  };
  const learn = (way: string, rate: number) => best.set(way, Math.max(best.get(way) ?? 0, rate));

  const [first] = fleet.members;
  if (!first) throw new Error("the till needs a program that answers calls");

  async function overHttp({ connections, hot = false, seconds, member = first }: HttpPlan): Promise<Paid> {
    const way = `http ${connections} ${hot}`;
    const purchases = await ready(way, seconds, hot, connections);
    const url = member?.url ?? "";
    const requests = Array.from({ length: purchases.count }, (_one, at) =>
      paymentOf(url, purchases.from + at, purchases.wallets),
    );
    const pid = member?.now().process.pid;
    const before = [await cpuOf(pid), await cpuOfPostgres(folder)] as const;
    const slice: Slice = await wrk({ url, requests, connections, seconds, file: `${folder}/requests` });
    const [server, database] = [(await cpuOf(pid)) - before[0], (await cpuOfPostgres(folder)) - before[1]];
    learn(way, slice.perSecond);
    await expectPaid(fleet, purchases, slice.answers, connections);
    const each = (seconds: number) => (seconds / slice.answers) * 1000;
    return { ...slice, database: each(database), program: each(server) };
  }

  /** The call that pays purchase `n`. */
  function paymentOf(url: string, n: number, of: number, key = randomUUID()): string {
    const headers = {
      authorization: `Bearer ${tokens[n % of] ?? ""}`,
      "content-type": "application/json",
      "idempotency-key": key,
    };
    return rawRequest("POST", url, apiBase + walletPayment.path, headers, bodyOf(n));
  }

  /** With pgbench. What its 64 new connections cost by themselves is taken off: they pay twice first, and that is measured. */
  async function bySteps({ script, hot = false, seconds }: StepsPlan): Promise<Paid> {
    const way = `${script} ${hot}`;
    const measured = async (until: Steps["until"]) => {
      const purchases = await ready(way, "seconds" in until ? seconds : 0.1, hot, clients);
      const before = await cpuOfPostgres(folder);
      const done = await pgbench({ host: folder, script, clients, until, purchases, task });
      const database = (await cpuOfPostgres(folder)) - before;
      await expectPaid(fleet, purchases, done.paid, 0);
      return { ...done, database };
    };
    const first = await measured({ each: 2 });
    const whole = await measured({ seconds });
    learn(way, whole.perSecond);
    const each = (what: "database" | "cpu") => ((whole[what] - first[what]) / (whole.paid - first.paid)) * 1000;
    return { perSecond: whole.perSecond, database: each("database"), program: each("cpu"), p50: 0, p99: 0 };
  }

  return { fleet, tokens, wallets, ready, settle, overHttp, bySteps, paymentOf };
}
export type Till = Awaited<ReturnType<typeof openTill>>;

/** Ends the run unless as many of these purchases are paid as were answered; those under way when a slice ended may be paid too. */
async function expectPaid(fleet: Fleet, { from, count }: Purchases, answered: number, underWay: number): Promise<void> {
  const { rows } = await fleet.owner.query<{ paid: number }>(
    `select count(*)::int as paid from purchases p join ledger_transfers t on t.key = 'purchase:' || p.id and t.leg = 1
     where p.transaction_id between $1 and $2 and p.state = 'paid'`,
    [from, from + count - 1].map((n) => `EA${String(n).padStart(14, "0")}`),
  );
  const paid = rows[0]?.paid ?? 0;
  if (paid < answered || paid > answered + underWay)
    throw new Error(`${answered} payments were answered, ${paid} were made`);
}
