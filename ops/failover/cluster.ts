import { randomBytes } from "node:crypto";
import { chmod, chown, access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import pg from "pg";
import { filled } from "./fill.ts";
import { type Machine, newMachine } from "./machine.ts";
import { begin, databaseAccount, end, freePort, until } from "./processes.ts";
import { print, printError, printFailure } from "../terminal.ts";

/**
 * The rehearsal's cluster on loopback: etcd, two PostgreSQL under Patroni in strict synchronous mode, HAProxy in front of them, and
 * a third PostgreSQL for the key database. Prints one ready line, then takes one command a line on standard input
 * (`kill north`) and answers each with a line. Ends on SIGTERM, SIGINT, or when its input ends. KEEP=1 leaves its folder.
 */

const bin = "/usr/lib/postgresql/15/bin";
const packages = {
  "/usr/bin/patroni": "patroni",
  "/usr/bin/etcd": "etcd-server",
  "/usr/sbin/haproxy": "haproxy",
  [`${bin}/postgres`]: "postgresql-15",
};

const opened: (() => unknown)[] = [];
let isEnding = false;
async function endAll(code: number): Promise<void> {
  if (isEnding) return; // a signal and the end of the input come together
  isEnding = true;
  for (const close of opened.reverse()) await Promise.resolve(close()).catch(printFailure);
  process.exit(code);
}

const password = () => randomBytes(24).toString("hex");
const host = "127.0.0.1";

/** A house sets more patience; these make a rehearsal quick: see README.md. */
const quick = { TTL: "5", LOOP_WAIT: "1", RETRY_TIMEOUT: "2" };

async function start(): Promise<void> {
  for (const [path, name] of Object.entries(packages))
    await access(path).catch(() => {
      throw new Error(`${path} is missing: install Debian's package ${name}`);
    });
  const account = await databaseAccount();
  const folder = await mkdtemp(`${tmpdir()}/idanimo-failover-`);
  if (!process.env["KEEP"]) opened.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  if (account) await chown(folder, account.uid, account.gid);

  const etcdPort = await freePort();
  const peerPort = await freePort();
  const etcd = {
    ETCD_NAME: "one",
    ETCD_ADDRESS: host,
    ETCD_PORT: String(etcdPort),
    ETCD_PEER_PORT: String(peerPort),
    ETCD_DATA: `${folder}/etcd`,
    ETCD_MEMBERS: `one=http://${host}:${peerPort}`,
  };
  await write(folder, "etcd.yml", await filled("etcd.yml", etcd));
  const voters = begin(account, folder, "etcd.log", "/usr/bin/etcd", ["--config-file", `${folder}/etcd.yml`]);
  opened.push(() => end(voters, "SIGTERM"));
  await until("etcd", async () => ((await fetch(`http://${host}:${etcdPort}/health`)).ok ? true : undefined));

  const superuser = password();
  const rest = password();
  const shared = {
    ...quick,
    SYNCHRONOUS: "true",
    WATCHDOG: "off",
    NODE_ADDRESS: host,
    NETWORK: "127.0.0.0/8",
    POSTGRES_BIN: bin,
    MAX_CONNECTIONS: "300",
    ETCD_HOSTS: `${host}:${etcdPort}`,
    REST_PASSWORD: rest,
    SUPERUSER_PASSWORD: superuser,
    REPLICATION_PASSWORD: password(),
    REWIND_PASSWORD: password(),
  };
  const machines: Machine[] = [];
  for (const NODE of ["north", "south"]) {
    const ports = { POSTGRES_PORT: String(await freePort()), REST_PORT: String(await freePort()) };
    machines.push(await newMachine(folder, account, { ...shared, ...ports, NODE }));
  }
  opened.push(() => stopMachines(machines));
  const [first, second] = machines;
  if (!first || !second) throw new Error("a cluster has two machines");
  first.start();
  await until("the first machine leads", () => answers(first, "/primary"));
  second.start();
  await until("the second machine follows", () => answers(second, "/synchronous"));

  const proxyPort = await freePort();
  const values = { PROXY_ADDRESS: host, PROXY_PORT: String(proxyPort), ...proxied("FIRST", first) };
  await write(folder, "haproxy.cfg", await filled("haproxy.cfg", { ...values, ...proxied("SECOND", second) }));
  const proxy = begin(account, folder, "haproxy.log", "/usr/sbin/haproxy", ["-db", "-f", `${folder}/haproxy.cfg`]);
  opened.push(() => end(proxy, "SIGTERM"));
  const owner = password();
  await until("the proxy leads to the primary", () =>
    makeDatabase(`postgresql://postgres:${superuser}@${host}:${proxyPort}/postgres`, "idanimo", owner),
  );
  const keys = await keyServer(folder, account);
  takeCommands(machines);
  const ready = {
    ready: true,
    main: `postgresql://idanimo:${owner}@${host}:${proxyPort}/idanimo`,
    keys,
    machines: machines.map(({ name, restUrl, postgresPort }) => ({ name, restUrl, postgresPort })),
    rest: { username: "patroni", password: rest },
    folder,
  };
  print(JSON.stringify(ready));
}

async function write(folder: string, name: string, text: string): Promise<void> {
  const account = await databaseAccount();
  await writeFile(`${folder}/${name}`, text, { mode: 0o600 });
  if (account) await chown(`${folder}/${name}`, account.uid, account.gid);
}

const proxied = (place: "FIRST" | "SECOND", machine: Machine) => ({
  [`${place}_NAME`]: machine.name,
  [`${place}_ADDRESS`]: host,
  [`${place}_POSTGRES_PORT`]: String(machine.postgresPort),
  [`${place}_REST_PORT`]: new URL(machine.restUrl).port,
});

/** Whether a machine says yes to a question of Patroni's: 200, or undefined. */
async function answers(machine: Machine, path: string): Promise<true | undefined> {
  return (await fetch(machine.restUrl + path, { signal: AbortSignal.timeout(1_000) })).ok ? true : undefined;
}

/** The one that follows goes first: else it would be made the primary on the way. */
async function stopMachines(machines: readonly Machine[]): Promise<void> {
  const leads = await Promise.all(machines.map((machine) => answers(machine, "/primary").catch(() => undefined)));
  const following = machines.filter((_machine, at) => !leads[at]);
  for (const machine of [...following, ...machines.filter((_machine, at) => leads[at])]) await machine.stop();
}

/** The product's account and its database, as a house makes them: no superuser. */
async function makeDatabase(superuserUrl: string, name: string, secret: string): Promise<true> {
  const admin = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 5_000 });
  admin.on("error", () => undefined);
  await admin.connect();
  try {
    const { rowCount } = await admin.query("select from pg_roles where rolname = $1", [name]);
    if (rowCount === 0) await admin.query(`create role ${name} login createrole password '${secret}'`);
    await admin.query(`create database ${name} owner ${name}`);
  } finally {
    await admin.end();
  }
  return true;
}

/** A server of its own for the record keys, with one PostgreSQL: what becomes of the main one is what is rehearsed. */
async function keyServer(folder: string, account: Awaited<ReturnType<typeof databaseAccount>>): Promise<string> {
  const [secret, owner] = [password(), password()];
  await write(folder, "key-password", secret);
  const data = `${folder}/keys`;
  const args = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${folder}/key-password`];
  const made = begin(account, folder, "keys.log", `${bin}/initdb`, [...args, "-E", "UTF8", "--locale=C.UTF-8"]);
  await until("initdb of the keys", async () => (made.exitCode === null ? undefined : true));
  await rm(`${folder}/key-password`);
  const port = await freePort();
  const where = ["-D", data, "-k", folder, "-c", `listen_addresses=${host}`, "-p", String(port)];
  const server = begin(account, folder, "keys.log", `${bin}/postgres`, where);
  opened.push(() => end(server, "SIGINT"));
  await until("the key server", () =>
    makeDatabase(`postgresql://postgres:${secret}@${host}:${port}/postgres`, "idanimo_keys", owner),
  );
  return `postgresql://idanimo_keys:${owner}@${host}:${port}/idanimo_keys`;
}

/** What can be done to a machine, one word each. */
const acts = {
  start: (machine: Machine) => machine.start(),
  kill: (machine: Machine) => machine.kill(),
  "kill-postgres": (machine: Machine) => machine.killPostgres(),
  freeze: (machine: Machine) => machine.freeze(),
  thaw: (machine: Machine) => machine.thaw(),
  "hold-receiver": (machine: Machine) => machine.holdReceiver(),
  "drop-receiver": (machine: Machine) => machine.dropReceiver(),
} as const;

function takeCommands(machines: readonly Machine[]): void {
  const answer = async (line: string) => {
    const [word = "", name] = line.trim().split(" ");
    const act = Object.entries(acts).find(([known]) => known === word)?.[1];
    const machine = machines.find((one) => one.name === name);
    if (!act || !machine) throw new Error(`${Object.keys(acts).join(", ")}: one of these, and north or south`);
    await act(machine);
  };
  createInterface({ input: process.stdin }).on("line", (line) => {
    void answer(line).then(
      () => print(JSON.stringify({ done: line })),
      (error: unknown) => print(JSON.stringify({ failed: line, why: error instanceof Error ? error.message : "" })),
    );
  });
  process.stdin.on("end", () => void endAll(0)); // whoever started this is gone
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void endAll(0));

try {
  await start();
} catch (error) {
  printError(error instanceof Error ? error.message : String(error));
  await endAll(1);
}
