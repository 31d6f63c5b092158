import { randomUUID } from "node:crypto";
import { findAccount, listAccountRequests, openAccount, viewAccount } from "@idanimo/contract/console/accounts";
import { listApprovals } from "@idanimo/contract/console/approvals";
import { listCases } from "@idanimo/contract/console/cases";
import { listGrievances } from "@idanimo/contract/console/grievances";
import { jobDepths, listFailedJobs, listUnsentMessages } from "@idanimo/contract/console/jobs";
import {
  listComparedDays,
  listDifferences,
  listPayments,
  listRefunds,
  paymentViews,
} from "@idanimo/contract/console/money";
import { type ConsoleOperation, consoleBase, csrfHeader } from "@idanimo/contract/console/operation";
import { listOperators, searchAudit, today } from "@idanimo/contract/console/operators";
import { listPayOuts } from "@idanimo/contract/console/pay-outs";
import { currentOperator, operatorSecondStep, operatorSignIn } from "@idanimo/contract/console/session";
import { listSources } from "@idanimo/contract/console/sources";
import type { SentInputOf } from "@idanimo/contract/operation";
import * as z from "zod/mini";
import { startFleet } from "../support/fleet.ts";
import { freePort } from "../support/processes.ts";
import { median, quantile } from "../support/statistics.ts";
import { atMost, type Benchmark, durationOf, inTurn } from "./benchmark.ts";
import { fillConsole, rareAct } from "./console-rows.ts";

const largeRequests = 5_000_000;
const smallRequests = 10_000;
/** Milliseconds within which 99 of 100 calls respond [OC-19]. */
const p99Ms = 300;

/** Signed in as an example operator who may read everything. */
type Console = {
  readonly accountId: string;
  readonly operatorId: string;
  /** Of one of the account's requests. */
  readonly requestId: string;
  call<Op extends ConsoleOperation>(operation: Op, input: SentInputOf<Op>): Promise<unknown>;
};
type Call = {
  readonly name: string;
  readonly of: (console: Console) => Promise<unknown>;
  /** Calls in a round, where an operator may make few in a day. */
  readonly perRound?: number;
};
const fewFinds = 5;

/** A page far from the newest rows: half a year back. */
const halfYearAgo = new Date(Date.now() - 182 * 86_400_000).toISOString();
const deep = Buffer.from(`${halfYearAgo}|${randomUUID()}`).toString("base64url");
/** The first payment that `fillConsole` makes. */
const reference = "EA20000000000001";
const day = halfYearAgo.slice(0, 10);

const calls: readonly Call[] = [
  { name: "today", of: ({ call }) => call(today, {}) },
  { name: "account", of: ({ call, accountId }) => call(viewAccount, { id: accountId }) },
  { name: "requests of an account", of: ({ call, accountId }) => call(listAccountRequests, { id: accountId }) },
  {
    name: "requests of an account, deep",
    of: ({ call, accountId }) => call(listAccountRequests, { id: accountId, after: deep }),
  },
  ...paymentViews.map((view) => ({
    name: `payments ${view}`,
    of: ({ call }: Console) => call(listPayments, { view }),
  })),
  { name: "payments, deep", of: ({ call }) => call(listPayments, { after: deep }) },
  {
    name: "find a payment by its EA number",
    of: ({ call }) => call(findAccount, { value: reference, reason: "asked_us" }),
    perRound: fewFinds,
  },
  {
    name: "find a request by its id",
    of: ({ call, requestId }) => call(findAccount, { value: requestId, reason: "asked_us" }),
    perRound: fewFinds,
  },
  { name: "refunds", of: ({ call }) => call(listRefunds, {}) },
  { name: "pay-outs", of: ({ call }) => call(listPayOuts, {}) },
  { name: "compared days", of: ({ call }) => call(listComparedDays, {}) },
  { name: "differences", of: ({ call }) => call(listDifferences, {}) },
  ...(["true", "false"] as const).flatMap((open) => [
    { name: `cases, open ${open}`, of: ({ call }: Console) => call(listCases, { open }) },
    { name: `grievances, open ${open}`, of: ({ call }: Console) => call(listGrievances, { open }) },
  ]),
  ...(["pending", "decided"] as const).map((state) => ({
    name: `approvals ${state}`,
    of: ({ call }: Console) => call(listApprovals, { state }),
  })),
  { name: "audit log", of: ({ call }) => call(searchAudit, {}) },
  { name: "audit log, deep", of: ({ call }) => call(searchAudit, { after: deep }) },
  { name: "audit log of operators", of: ({ call }) => call(searchAudit, { actorKind: "operator" }) },
  { name: "audit log of one operator", of: ({ call, operatorId }) => call(searchAudit, { actorId: operatorId }) },
  { name: "audit log of a rare act", of: ({ call }) => call(searchAudit, { action: rareAct }) },
  {
    name: "audit log of an act on a day",
    of: ({ call }) => call(searchAudit, { action: "signed_in", from: day, to: day }),
  },
  { name: "audit log of an object", of: ({ call, accountId }) => call(searchAudit, { objectId: accountId }) },
  { name: "sources", of: ({ call }) => call(listSources, {}) },
  { name: "job depths", of: ({ call }) => call(jobDepths, {}) },
  { name: "failed jobs", of: ({ call }) => call(listFailedJobs, {}) },
  { name: "unsent messages", of: ({ call }) => call(listUnsentMessages, {}) },
  { name: "operators", of: ({ call }) => call(listOperators, {}) },
];

/** Each list and search over HTTP with the check of the sign-in, in a large and in a small installation. */
export const operatorConsole: Benchmark = {
  name: "console",
  goals: ["G-C1", "OC-19"],
  what: "every list and search of the console with 5,000,000 requests, to the same with 10,000",
  defaultRounds: 3,
  defaultSeconds: 1,
  isLong: true,
  async run({ rounds, seconds, scale, log }) {
    const [small, large] = [await openConsole(smallRequests), await openConsole(Math.ceil(largeRequests * scale))];
    log("the rows are inserted");
    for (const { of } of calls) for (const side of [small, large]) await of(side);
    const measured = new Map<string, { large: number; small: number; p99: number }[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const { name, of, perRound } of calls) {
        const both = { large: () => durationOf(() => of(large)), small: () => durationOf(() => of(small)) };
        const durations: Awaited<ReturnType<typeof inTurn<keyof typeof both, number>>>[] = [];
        const until = performance.now() + seconds * 1_000;
        while (
          perRound === undefined ? performance.now() < until || durations.length < 30 : durations.length < perRound
        )
          durations.push(await inTurn(durations.length, both));
        const times = durations.map((one) => one.large);
        const found = {
          large: median(times),
          small: median(durations.map((one) => one.small)),
          p99: quantile(times, 0.99),
        };
        log(
          `${name}: ${(found.large / found.small).toFixed(2)}x, ${found.large.toFixed(1)} ms, p99 ${found.p99.toFixed(0)} ms`,
        );
        measured.set(name, [...(measured.get(name) ?? []), found]);
      }
    /** The call of which a number is largest. */
    const largestBy = (numberOf: (found: readonly { large: number; small: number; p99: number }[]) => number) =>
      [...measured].toSorted(([, one], [, other]) => numberOf(other) - numberOf(one))[0] ?? ["", []];
    const [name, slowest] = largestBy((found) => median(found.map(({ large, small }) => large / small)));
    const ratio = atMost([1.3, 2], "G-C1", `the slowest list with 5,000,000 requests to 10,000: ${name}`, "ms");
    for (const found of slowest) ratio.addRound(found.large, found.small);
    const [lateName, latest] = largestBy((found) => median(found.map(({ p99 }) => p99)));
    const late = atMost([1, 1], "OC-19", `p99 of the slowest list to ${p99Ms} ms: ${lateName}`, "ms");
    for (const { p99 } of latest) late.addRound(p99, p99Ms);
    return [ratio.result(), late.result()];
  },
};

/** Starts a program on a PostgreSQL with these rows, and signs in to its console. */
async function openConsole(requests: number): Promise<Console> {
  const port = String(await freePort());
  const fleet = await startFleet({ both: 1, settings: { OPERATOR_PORT: port }, postgres: { max_wal_size: "4GB" } });
  const [program] = fleet.members;
  const [account] = fleet.exampleAccounts;
  if (!program || !account) throw new Error("a program and an account are needed");
  await program.stop();
  const idOf = async (query: string, email: string) =>
    (await fleet.database.query<{ id: string }>(query, [email])).rows[0]?.id ?? "";
  const accountId = await idOf("select id from users where email = $1", account.email);
  const operatorId = await idOf("select id from operators where email = $1", operator.email);
  await fillConsole(fleet.database, { accountId, operatorId, requests });
  const requestId = await idOf(
    "select i.id from purchase_items i join users u on u.id = i.owner_id where u.email = $1 limit 1",
    account.email,
  );
  await program.start();
  const { output: code } = await fleet.runOperator("code", operator.email);
  const call = await signInOperator(`http://localhost:${port}`, code.trim());
  await call(openAccount, { id: accountId, reason: "asked_us" });
  return { accountId, operatorId, requestId, call };
}

/** An example operator of every demonstration. */
const operator = { email: "olu@example.test", password: "Example-1-password" };

async function signInOperator(origin: string, code: string): Promise<Console["call"]> {
  let [cookie, csrfToken] = ["", ""];
  const call: Console["call"] = async (operation, input) => {
    const fields = z.record(z.string(), z.unknown()).parse(input);
    const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(fields[name]));
    const rest = Object.entries(fields).filter(([name]) => !operation.path.includes(`{${name}}`));
    const isGet = operation.method === "GET";
    const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]));
    const response = await fetch(`${origin}${consoleBase}${path}${isGet ? `?${query.toString()}` : ""}`, {
      method: operation.method,
      headers: {
        cookie,
        ...(!isGet && {
          origin,
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
          [csrfHeader]: csrfToken,
        }),
      },
      ...(!isGet && { body: JSON.stringify(Object.fromEntries(rest)) }),
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`${operation.path}: ${response.status} ${JSON.stringify(body)}`);
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return body;
  };
  const { ticket } = operatorSignIn.output.parse(await call(operatorSignIn, operator));
  await call(operatorSecondStep, { ticket, code });
  csrfToken = currentOperator.output.parse(await call(currentOperator, {})).csrfToken;
  return call;
}
