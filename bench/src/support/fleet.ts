import { createHash, randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import * as z from "zod/mini";
import { onCleanup } from "./cleanup.ts";
import type { Credentials } from "./client.ts";
import { type Cluster, initCluster, startCluster } from "./postgres.ts";
import {
  createFolder,
  type Environment,
  freePort,
  kill,
  removeFolder,
  runCommand,
  type RunningProgram,
  serverEntry,
  spawnProgram,
  type SpawnedProgram,
  startProgram,
  stop,
} from "./processes.ts";
import { type Sandbox, sandboxAt } from "./sandbox.ts";

/** Several programs of the product on one durable PostgreSQL, with the sandbox as all providers. */

export type Role = "api" | "jobs" | "both";
export type Member = {
  readonly role: Role;
  /** Address of its API; empty for a program that only runs jobs. */
  readonly url: string;
  /** The latest process that was ready. */
  program(): RunningProgram;
  /** `kill -9`, also during a start, which then rejects. */
  kill(): Promise<void>;
  /** Graceful shutdown. */
  stop(): Promise<void>;
  /** Starts it again on its own port, with settings besides those of the fleet. */
  start(settings?: Environment): Promise<void>;
};
export type Postgres = {
  kill(): Promise<void>;
  /** Immediate shutdown. */
  stopNow(): Promise<void>;
  start(): Promise<void>;
};
export type Fleet = {
  readonly members: readonly Member[];
  /** Addresses of the programs that serve the API. */
  readonly urls: readonly [string, ...string[]];
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly settings: Environment;
  /** The main database as its owner; survives a database that goes away. */
  readonly database: pg.Pool;
  /** Rows of a table with a condition, such as `users where email = $1`. */
  count(rows: string, values?: readonly unknown[]): Promise<number>;
  readonly clusterUrl: (database: string) => string;
  /** Undefined with databases that the plan brought. */
  readonly postgres: Postgres | undefined;
  readonly exampleAccounts: readonly Credentials[];
  runOperator(...command: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  /** What `check-invariants` and `verify-audit` report; empty when everything holds. */
  brokenInvariants(): Promise<readonly string[]>;
  /** A new account with empty wallets. @returns a session token */
  createAccount(userType?: "individual" | "business"): Promise<string>;
};

export type FleetPlan = {
  readonly api?: number;
  readonly jobs?: number;
  /** Programs with both roles. */
  readonly both?: number;
  /** Settings of all programs, or how to make them from the address of the sandbox. */
  readonly settings?: Environment | ((sandboxUrl: string) => Environment);
  /** Lines of `postgresql.conf`; durability stays on. */
  readonly postgres?: Readonly<Record<string, string | number>>;
  readonly databases?: { readonly main: string; readonly keys: string };
};

/** Rate limits that a run may not meet. */
const wideLimits =
  "alike_million_account alike_thousand_account bulk_account captcha_address export_account inbound_address key_calls " +
  "key_calls_organisation login_account login_account_day login_address login_pair lookup_account organisation_account " +
  "payment_check_account payment_start_account payment_start_address";

/** Starts PostgreSQL, the sandbox and the programs, one after the other: the first one migrates. They end with `withCleanup`. */
export async function startFleet(plan: FleetPlan): Promise<Fleet> {
  const folder = await createFolder();
  const own = plan.databases ? undefined : await startPostgres(folder, plan.postgres ?? {});
  const clusterUrl = (name: string) => own?.cluster().urlOf(name) ?? "";
  const databases = plan.databases ?? { main: clusterUrl("main"), keys: clusterUrl("keys") };
  const roles: readonly Role[] = (["api", "jobs", "both"] as const).flatMap((role) =>
    Array.from({ length: plan[role] ?? 0 }, () => role),
  );
  const ports = await Promise.all(roles.map(freePort));
  const sandboxPort = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const settings = {
    DATA_DIR: `${folder}/data`,
    DATABASE_URL: databases.main,
    KEYS_DATABASE_URL: databases.keys,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(await freePort()),
    PRODUCT_URL: `http://localhost:${ports[0] ?? 0}`,
    LOG_LEVEL: "error",
    CAPTCHA_COST: "1",
    LIMITS: wideLimits.replaceAll(/\w+/g, "$&=100000000").replaceAll(" ", ","),
    SANDBOX_WATCH_STDIN: "1",
    WATCH_STDIN: "1",
    ...(typeof plan.settings === "function" ? plan.settings(sandboxUrl) : plan.settings),
  };
  const sandbox = await startProgram("sandbox/src/main.ts", settings);
  const members: Member[] = [];
  for (const [at, role] of roles.entries()) members.push(await startMember(role, ports[at] ?? 0, settings));
  const [first, ...others] = members.flatMap(({ url }) => url || []);
  if (first === undefined) throw new Error("a fleet needs a program that serves the API");
  const database = new pg.Pool({ connectionString: databases.main, max: 4 });
  database.on("error", () => undefined); // chaos tests kill its server
  const runOperator = (...command: readonly string[]) => runCommand("server/src/operator.ts", command, settings);
  onCleanup(async () => {
    await database.end();
    await Promise.all(members.map((one) => one.stop()));
    await stop(sandbox);
    await own?.postgres.stopNow();
    await removeFolder(folder);
  });
  return {
    members,
    urls: [first, ...others],
    sandbox: sandboxAt(sandboxUrl),
    folder,
    settings,
    database,
    count: async (rows, values = []) => {
      const query = `select count(*)::int as count from ${rows}`;
      return (await database.query<{ count: number }>(query, [...values])).rows[0]?.count ?? 0;
    },
    clusterUrl,
    postgres: own?.postgres,
    exampleAccounts: accounts.parse(members.find(({ url }) => url !== "")?.program().ready["accounts"]),
    runOperator,
    brokenInvariants: async () => {
      const found = [await runOperator("check-invariants"), await runOperator("verify-audit")];
      return found.filter(({ code }) => code !== 0).map(({ output }) => output);
    },
    createAccount: (userType = "business") => insertAccount(database, userType),
  };
}

const accounts = z.array(z.object({ email: z.string(), password: z.string() }));

async function startMember(role: Role, port: number, settings: Environment): Promise<Member> {
  const spawn = (own: Environment = {}) =>
    spawnProgram(serverEntry, { ...settings, ROLES: role === "both" ? "api,jobs" : role, PORT: String(port), ...own });
  let latest: SpawnedProgram = spawn();
  let program = await latest.started;
  return {
    role,
    url: role === "jobs" ? "" : `http://localhost:${port}`,
    program: () => program,
    kill: () => kill(latest),
    stop: () => stop(latest),
    start: async (own) => {
      latest = spawn(own);
      program = await latest.started;
    },
  };
}

async function startPostgres(folder: string, settings: Readonly<Record<string, string | number>>) {
  await initCluster(folder, { max_connections: 400, ...settings });
  let cluster: Cluster = await startCluster(folder);
  const admin = new pg.Client(cluster.urlOf("postgres"));
  await admin.connect();
  for (const name of ["main", "keys"]) await admin.query(`create database ${name}`);
  await admin.end();
  const postgres: Postgres = {
    kill: () => cluster.end("SIGKILL"),
    stopNow: () => cluster.end("SIGQUIT"),
    start: async () => {
      cluster = await startCluster(folder);
    },
  };
  return { postgres, cluster: () => cluster };
}

async function insertAccount(database: pg.Pool, userType: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const id = randomUUID();
  await database.query(
    `insert into users (id, email, user_type, first_name, last_name, phone, accepted_terms, email_verified_at)
     values ($1::uuid, $1::uuid || '@example.test', $2, 'Ada', 'Obi', '+2348030000001', 'bench', now())`,
    [id, userType],
  );
  await database.query(
    `with signed_in as (
       insert into sign_ins (id, user_id, token_hash, kind, ends_at)
       values (gen_random_uuid(), $1, $2, 'bearer', now() + interval '1 day') returning user_id
     ) select open_wallets(user_id, gen_random_uuid(), gen_random_uuid()) from signed_in`,
    [id, createHash("sha256").update(token).digest()],
  );
  return token;
}
