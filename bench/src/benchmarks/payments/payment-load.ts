import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { apiBase } from "@idanimo/contract/operation";
import { walletPayment } from "@idanimo/contract/wallet";
import { type FleetPlan, startFleet } from "../../support/fleet.ts";
import { inRoot } from "../../support/processes.ts";
import { rawRequest, type Slice, wrk } from "../wrk.ts";
import {
  accountOf,
  type Accounts,
  insertPurchases,
  insertWallets,
  type PaymentBody,
  paymentBody,
  type Purchases,
  transactionId,
} from "./rows.ts";

const wallets = 1_000;
const manyPeople: Accounts = { count: wallets };
const onePerson: Accounts = { count: 1 };
const pgbenchClients = 64;
const script = inRoot("bench/src/benchmarks/payments/step-by-step.sql");
/** Purchases are prepared for at least so many payments a second. */
const minimumRate = 3_000;

export type PaymentPlan = { readonly connections: number; readonly seconds: number; readonly accounts?: Accounts };

/** A fleet with wallets and purchases to pay: by the product over HTTP, and by pgbench on the same tables. */
export async function openPaymentLoad(plan: FleetPlan) {
  const fleet = await startFleet({ ...plan, postgres: { max_wal_size: "4GB", ...plan.postgres } });
  const { database, folder } = fleet;
  const [url] = fleet.urls;
  const tokens = [...(await insertWallets(database, manyPeople))];
  await database.query(
    "insert into graphile_worker._private_tasks (identifier) values ('look_up') on conflict do nothing",
  );
  const tasks = await database.query<{ id: number }>(
    "select id from graphile_worker._private_tasks where identifier = 'look_up'",
  );
  let next = 1;
  /** Highest rate of each kind of slice; twice as many purchases are prepared for its next one. */
  const rates = new Map<string, number>();

  /** Vacuums and checkpoints, which the server would otherwise do during a slice. */
  const settle = async () => {
    await database.query("vacuum (analyze)");
    await database.query("checkpoint");
  };

  type Shape = { readonly accounts: Accounts; readonly clients: number };
  async function preparePurchases(kind: string, seconds: number, { accounts, clients }: Shape): Promise<Purchases> {
    const count = Math.ceil(Math.max(rates.get(kind) ?? 0, minimumRate) * 2 * seconds) + clients * 40;
    const purchases = { from: next, count, accounts };
    next += count;
    await insertPurchases(database, purchases);
    await settle();
    return purchases;
  }

  /** Throws unless as many purchases are paid as were answered; those in flight at the end may be paid too. */
  async function noteSlice(
    kind: string,
    perSecond: number,
    { from, count }: Purchases,
    paid: number,
    inFlight: number,
  ) {
    rates.set(kind, Math.max(rates.get(kind) ?? 0, perSecond));
    const rows = `purchases p join ledger_transfers t on t.key = 'purchase:' || p.id and t.leg = 1
      where p.transaction_id between $1 and $2 and p.state = 'paid'`;
    const charged = await fleet.count(rows, [transactionId(from), transactionId(from + count - 1)]);
    if (charged < paid || charged > paid + inFlight) throw new Error(`${paid} payments were answered, ${charged} made`);
  }

  async function payOverHttp({ connections, seconds, accounts = manyPeople }: PaymentPlan): Promise<Slice> {
    const kind = `http ${connections} ${accounts.count} ${accounts.userType}`;
    const purchases = await preparePurchases(kind, seconds, { accounts, clients: connections });
    const requests = Array.from({ length: purchases.count }, (_one, at) => {
      const number = purchases.from + at;
      return paymentRequest(url, tokens[accountOf(number, accounts)] ?? "", paymentBody(number));
    });
    const slice = await wrk({ url, requests, connections, seconds, file: `${folder}/requests` });
    await noteSlice(kind, slice.perSecond, purchases, slice.responses, connections);
    return slice;
  }

  /** Pays with pgbench (Debian's package `postgresql-contrib`), prepared statements. */
  async function payWithPgbench(seconds: number, isOneWallet = false): Promise<Pick<Slice, "perSecond">> {
    const kind = `pgbench ${isOneWallet}`;
    const accounts = isOneWallet ? onePerson : manyPeople;
    const purchases = await preparePurchases(kind, seconds, { accounts, clients: pgbenchClients });
    const per = Math.floor(purchases.count / pgbenchClients);
    const variables = { from: purchases.from, per, wallets: accounts.count, task: tasks.rows[0]?.id, at: 0 };
    const shape = `-h ${folder} -U postgres -n -M prepared -j 2 -c ${pgbenchClients} -T ${seconds} -f ${script}`;
    const given = Object.entries(variables).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
    const { stdout } = await promisify(execFile)("pgbench", [...shape.split(" "), ...given, "main"]);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    const paid = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
    await noteSlice(kind, perSecond, purchases, paid, 0);
    return { perSecond };
  }

  /** More accounts, with the numbers after those that exist. */
  async function addAccounts(count: number, userType: "individual" | "business"): Promise<Accounts> {
    const accounts = { first: tokens.length, count, userType };
    tokens.push(...(await insertWallets(database, accounts)));
    return accounts;
  }

  return { fleet, tokens, settle, addAccounts, preparePurchases, payOverHttp, payWithPgbench };
}

/** The call that pays a purchase, with a new idempotency key. */
export function paymentRequest(url: string, token: string, body: PaymentBody): string {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  return rawRequest("POST", url, apiBase + walletPayment.path, headers, JSON.stringify(body));
}
