import { randomBytes } from "node:crypto";
import { chmod, chown, access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import pg from "pg";
import { fillTemplate } from "./fill-template.ts";
import { type Machine, createMachine } from "./machine.ts";
import { startProcess, findDatabaseAccount, stopProcess, findFreePort, waitFor } from "./processes.ts";
import { print, printError, printFailure } from "../terminal.ts";

/**
 * A failover test cluster on loopback: etcd, two PostgreSQL under Patroni in strict synchronous mode, HAProxy in
 * front of them, and a third PostgreSQL for the key database. Prints one ready line, then reads one command per
 * line from standard input (`kill north`) and responds to each with a line. Ends on SIGTERM, SIGINT, or when its
 * input ends. KEEP=1 leaves its folder.
 */

const bin = "/usr/lib/postgresql/15/bin";
const packages = {
  "/usr/bin/patroni": "patroni",
  "/usr/bin/etcd": "etcd-server",
  "/usr/sbin/haproxy": "haproxy",
  [`${bin}/postgres`]: "postgresql-15",
};

const cleanups: (() => unknown)[] = [];
let isEnding = false;
async function shutDown(code: number): Promise<void> {
  if (isEnding) return; // a signal and the end of the input come together
  isEnding = true;
  for (const close of cleanups.reverse()) await Promise.resolve(close()).catch(printFailure);
  process.exit(code);
}

const randomPassword = () => randomBytes(24).toString("hex");
const host = "127.0.0.1";

/** Short times for quick tests; a production sets longer ones: see README.md. */
const rehearsalTimings = { TTL: "5", LOOP_WAIT: "1", RETRY_TIMEOUT: "2" };

async function startCluster(): Promise<void> {
  for (const [path, name] of Object.entries(packages))
    await access(path).catch(() => {
      throw new Error(`${path} is missing: install Debian's package ${name}`);
    });
  const account = await findDatabaseAccount();
  const folder = await mkdtemp(`${tmpdir()}/idanimo-failover-`);
  if (!process.env["KEEP"]) cleanups.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  if (account) await chown(folder, account.uid, account.gid);

  const etcdPort = await findFreePort();
  const peerPort = await findFreePort();
  const etcd = {
    ETCD_NAME: "one",
    ETCD_ADDRESS: host,
    ETCD_PORT: String(etcdPort),
    ETCD_PEER_PORT: String(peerPort),
    ETCD_DATA: `${folder}/etcd`,
    ETCD_MEMBERS: `one=http://${host}:${peerPort}`,
  };
  await writeConfig(folder, "etcd.yml", await fillTemplate("etcd.yml", etcd));
  const voters = startProcess(account, folder, "etcd.log", "/usr/bin/etcd", ["--config-file", `${folder}/etcd.yml`]);
  cleanups.push(() => stopProcess(voters, "SIGTERM"));
  await waitFor("etcd", async () => ((await fetch(`http://${host}:${etcdPort}/health`)).ok ? true : undefined));

  const superuser = randomPassword();
  const rest = randomPassword();
  const shared = {
    ...rehearsalTimings,
    SYNCHRONOUS: "true",
    WATCHDOG: "off",
    NODE_ADDRESS: host,
    NETWORK: "127.0.0.0/8",
    POSTGRES_BIN: bin,
    MAX_CONNECTIONS: "300",
    ETCD_HOSTS: `${host}:${etcdPort}`,
    REST_PASSWORD: rest,
    SUPERUSER_PASSWORD: superuser,
    REPLICATION_PASSWORD: randomPassword(),
    REWIND_PASSWORD: randomPassword(),
  };
  const machines: Machine[] = [];
  for (const NODE of ["north", "south"]) {
    const ports = { POSTGRES_PORT: String(await findFreePort()), REST_PORT: String(await findFreePort()) };
    machines.push(await createMachine(folder, account, { ...shared, ...ports, NODE }));
  }
  cleanups.push(() => stopMachines(machines));
  const [first, second] = machines;
  if (!first || !second) throw new Error("a cluster has two machines");
  first.start();
  await waitFor("the first machine leads", () => respondsOk(first, "/primary"));
  second.start();
  await waitFor("the second machine follows", () => respondsOk(second, "/synchronous"));

  const proxyPort = await findFreePort();
  const values = { PROXY_ADDRESS: host, PROXY_PORT: String(proxyPort), ...proxyValues("FIRST", first) };
  await writeConfig(
    folder,
    "haproxy.cfg",
    await fillTemplate("haproxy.cfg", { ...values, ...proxyValues("SECOND", second) }),
  );
  const proxy = startProcess(account, folder, "haproxy.log", "/usr/sbin/haproxy", [
    "-db",
    "-f",
    `${folder}/haproxy.cfg`,
  ]);
  cleanups.push(() => stopProcess(proxy, "SIGTERM"));
  const owner = randomPassword();
  await waitFor("the proxy leads to the primary", () =>
    createDatabase(`postgresql://postgres:${superuser}@${host}:${proxyPort}/postgres`, "idanimo", owner),
  );
  const keys = await startKeyServer(folder, account);
  readCommands(machines);
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

async function writeConfig(folder: string, name: string, text: string): Promise<void> {
  const account = await findDatabaseAccount();
  await writeFile(`${folder}/${name}`, text, { mode: 0o600 });
  if (account) await chown(`${folder}/${name}`, account.uid, account.gid);
}

const proxyValues = (place: "FIRST" | "SECOND", machine: Machine) => ({
  [`${place}_NAME`]: machine.name,
  [`${place}_ADDRESS`]: host,
  [`${place}_POSTGRES_PORT`]: String(machine.postgresPort),
  [`${place}_REST_PORT`]: new URL(machine.restUrl).port,
});

/** Whether a machine returns 200 to a Patroni health check; undefined otherwise. */
async function respondsOk(machine: Machine, path: string): Promise<true | undefined> {
  return (await fetch(machine.restUrl + path, { signal: AbortSignal.timeout(1_000) })).ok ? true : undefined;
}

/** Standby first: otherwise it would be promoted on the way. */
async function stopMachines(machines: readonly Machine[]): Promise<void> {
  const leads = await Promise.all(machines.map((machine) => respondsOk(machine, "/primary").catch(() => undefined)));
  const following = machines.filter((_machine, at) => !leads[at]);
  for (const machine of [...following, ...machines.filter((_machine, at) => leads[at])]) await machine.stop();
}

/** The product's account and its database, as in a production: no superuser. */
async function createDatabase(superuserUrl: string, name: string, secret: string): Promise<true> {
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

/** A separate server for the record keys, with one PostgreSQL: only the main database fails in these tests. */
async function startKeyServer(
  folder: string,
  account: Awaited<ReturnType<typeof findDatabaseAccount>>,
): Promise<string> {
  const [secret, owner] = [randomPassword(), randomPassword()];
  await writeConfig(folder, "key-password", secret);
  const data = `${folder}/keys`;
  const args = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${folder}/key-password`];
  const made = startProcess(account, folder, "keys.log", `${bin}/initdb`, [...args, "-E", "UTF8", "--locale=C.UTF-8"]);
  await waitFor("initdb of the keys", async () => (made.exitCode === null ? undefined : true));
  await rm(`${folder}/key-password`);
  const port = await findFreePort();
  const where = ["-D", data, "-k", folder, "-c", `listen_addresses=${host}`, "-p", String(port)];
  const server = startProcess(account, folder, "keys.log", `${bin}/postgres`, where);
  cleanups.push(() => stopProcess(server, "SIGINT"));
  await waitFor("the key server", () =>
    createDatabase(`postgresql://postgres:${secret}@${host}:${port}/postgres`, "idanimo_keys", owner),
  );
  return `postgresql://idanimo_keys:${owner}@${host}:${port}/idanimo_keys`;
}

/** Commands for a machine, one word each. */
const machineCommands = {
  start: (machine: Machine) => machine.start(),
  kill: (machine: Machine) => machine.kill(),
  "kill-postgres": (machine: Machine) => machine.killPostgres(),
  freeze: (machine: Machine) => machine.freeze(),
  thaw: (machine: Machine) => machine.thaw(),
  "hold-receiver": (machine: Machine) => machine.holdReceiver(),
  "drop-receiver": (machine: Machine) => machine.dropReceiver(),
} as const;

function readCommands(machines: readonly Machine[]): void {
  const answer = async (line: string) => {
    const [word = "", name] = line.trim().split(" ");
    const act = Object.entries(machineCommands).find(([known]) => known === word)?.[1];
    const machine = machines.find((one) => one.name === name);
    if (!act || !machine)
      throw new Error(`${Object.keys(machineCommands).join(", ")}: use one of these with north or south`);
    await act(machine);
  };
  createInterface({ input: process.stdin }).on("line", (line) => {
    void answer(line).then(
      () => print(JSON.stringify({ done: line })),
      (error: unknown) => print(JSON.stringify({ failed: line, why: error instanceof Error ? error.message : "" })),
    );
  });
  process.stdin.on("end", () => void shutDown(0)); // the parent process has ended
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void shutDown(0));

try {
  await startCluster();
} catch (error) {
  printError(error instanceof Error ? error.message : String(error));
  await shutDown(1);
}
