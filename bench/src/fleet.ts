import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import pg from "pg";
import { type Cluster, initCluster, startCluster } from "./floor/postgres.ts";
import {
  type Begun,
  beginProgram,
  freePort,
  kill,
  newFolder,
  removeFolder,
  runProgram,
  serverEntry,
  type Started,
  startProgram,
  stop,
} from "./program.ts";

/** Several of our programs on one PostgreSQL, with the sandbox as the world outside: what a house runs that has outgrown one process. */

export type Role = "api" | "jobs" | "both";
/** One program of the fleet, whichever process it is just now. */
export type Member = {
  readonly role: Role;
  /** Of the calls; undefined for a program that only does jobs. */
  readonly url: string | undefined;
  /** The process that stands there, or the last one that did. */
  now(): Started;
  /** `kill -9`, also while it starts, and waits until it is gone. A start it breaks off rejects. */
  kill(): Promise<void>;
  /** SIGTERM, and waits until it has ended in order. */
  end(): Promise<void>;
  /**
   * Starts it anew on its own port.
   * @param settings beside those of the fleet
   * @param entry    another program than the built one: another version's, or the sources
   * @returns milliseconds until it was ready
   */
  start(settings?: Readonly<Record<string, string>>, entry?: string): Promise<number>;
};
export type Fleet = {
  readonly members: readonly Member[];
  /** Addresses of those that answer calls. */
  readonly urls: readonly string[];
  readonly sandboxUrl: string;
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The database the programs were given, as its owner. Its pool bears a database that goes away. */
  readonly owner: pg.Pool;
  /** The PostgreSQL under them, if it is the fleet's own. */
  readonly postgres: Postgres | undefined;
  /** A command of an operator. */
  operator(...command: string[]): Promise<{ readonly code: number; readonly words: string }>;
  /** What `check-invariants` and `verify-audit` find broken, in their words; empty when all holds. */
  brokenLaws(): Promise<readonly string[]>;
  close(): Promise<void>;
};
export type Postgres = {
  readonly url: string;
  /** `kill -9` of the postmaster, and waits until all its processes are gone. */
  kill(): Promise<void>;
  /** Stops it at once, as a machine that goes down in order has it (`immediate`). */
  stopNow(): Promise<void>;
  start(): Promise<void>;
};

export type FleetPlan = {
  readonly api: number;
  readonly jobs: number;
  /** Programs that answer calls and do jobs. */
  readonly both?: number;
  /** Beside or in place of the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Lines of `postgresql.conf` beside the usual ones; durability stays on. */
  readonly postgres?: Readonly<Record<string, string | number>>;
  /** Databases somebody else keeps, in place of the fleet's own. */
  readonly databases?: { readonly main: string; readonly keys: string };
  /** Another version's program, for those that are started without saying which. */
  readonly entry?: string;
};

/** No limit that a careful client of a benchmark could meet. */
const wide = [
  "lookup_account",
  "bulk_account",
  "alike_thousand_account",
  "alike_million_account",
  "payment_check_account",
  "payment_start_account",
  "payment_start_address",
  "inbound_address",
];

/** Starts the sandbox, PostgreSQL and the programs; the first program migrates before the others begin. */
export async function startFleet(plan: FleetPlan): Promise<Fleet> {
  const folder = await newFolder();
  const postgres = plan.databases ? undefined : await ownPostgres(folder, plan.postgres ?? {});
  const addressOf = (database: string) => postgres?.url.replace("@/postgres?", `@localhost/${database}?`) ?? "";
  const main = plan.databases?.main ?? addressOf("main");
  const roles: readonly Role[] = [
    ...Array.from({ length: plan.api }, (): Role => "api"),
    ...Array.from({ length: plan.jobs }, (): Role => "jobs"),
    ...Array.from({ length: plan.both ?? 0 }, (): Role => "both"),
  ];
  const ports = await Promise.all(roles.map(freePort));
  const sandboxPort = await freePort();
  const settings = {
    DATA_DIR: `${folder}/data`,
    DATABASE_URL: main,
    KEYS_DATABASE_URL: plan.databases?.keys ?? addressOf("keys"),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(await freePort()),
    PRODUCT_URL: `http://localhost:${ports[0] ?? 0}`,
    LOG_LEVEL: "error",
    CAPTCHA_COST: "1",
    LIMITS: wide.map((name) => `${name}=100000000`).join(","),
    SANDBOX_WATCH_STDIN: "1",
    WATCH_STDIN: "1",
    ...plan.settings,
  };
  const sandbox = await startProgram("sandbox/src/main.ts", settings);
  const members: Member[] = [];
  for (const [at, role] of roles.entries()) members.push(await member(role, ports[at] ?? 0, settings, plan.entry));
  const owner = new pg.Pool({ connectionString: main, max: 4 });
  owner.on("error", () => undefined); // its database is killed on purpose
  const operator = (...command: string[]) => runProgram("server/src/operator.ts", command, settings);
  return {
    members,
    urls: members.flatMap(({ url }) => url ?? []),
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    folder,
    settings,
    owner,
    postgres,
    operator,
    brokenLaws: async () => {
      const found = [await operator("check-invariants"), await operator("verify-audit")];
      return found.filter(({ code }) => code !== 0).map(({ words }) => words);
    },
    close: async () => {
      await owner.end();
      await Promise.all(members.map((one) => one.end()));
      await stop(sandbox);
      await postgres?.stopNow();
      if (!process.env["KEEP"]) await removeFolder(folder);
      else console.error(folder);
    },
  };
}

async function member(
  role: Role,
  port: number,
  settings: Readonly<Record<string, string>>,
  usualEntry = serverEntry,
): Promise<Member> {
  const begin = (own: Readonly<Record<string, string>> = {}, entry = usualEntry) =>
    beginProgram(entry, { ...settings, ROLES: role === "both" ? "api,jobs" : role, PORT: String(port), ...own });
  let latest: Begun = begin();
  let started = await latest.started;
  return {
    role,
    url: role !== "jobs" ? `http://localhost:${port}` : undefined,
    now: () => started,
    kill: () => kill(latest),
    end: () => stop(latest),
    start: async (own, entry) => {
      latest = begin(own, entry);
      started = await latest.started;
      return started.ms;
    },
  };
}

async function ownPostgres(folder: string, lines: Readonly<Record<string, string | number>>): Promise<Postgres> {
  await initCluster(folder);
  const all = { max_connections: 400, ...lines };
  const text = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(`${folder}/pg/postgresql.auto.conf`, text.join(""));
  const begin = () => startCluster(folder, createWriteStream(`${folder}/postgres.log`, { flags: "a" }));
  let cluster: Cluster = await begin();
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  for (const database of ["main", "keys"]) await admin.query(`create database ${database}`);
  await admin.end();
  return {
    url: cluster.url,
    kill: () => cluster.end("SIGKILL"),
    stopNow: () => cluster.end("SIGQUIT"),
    start: async () => {
      cluster = await begin();
    },
  };
}
