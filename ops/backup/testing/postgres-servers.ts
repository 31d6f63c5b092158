import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rename, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { onPath } from "../../../scripts/debian-packages.mjs";
import { type Account, ownerOf } from "../lib/postgres-server.ts";

/** PostgreSQL servers whose configuration is not in their data directory, for tests. They listen on no network. */

const execFileAsync = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

/** Servers by name, in one folder of their own. */
export type TestServers = {
  readonly url: string;
  dataOf(name: string): string;
  create(name: string): Promise<void>;
  /** Turns a restored data directory into a server, as docs/running.md describes. */
  adopt(name: string): Promise<void>;
  start(name: string): Promise<void>;
  stop(name: string): Promise<void>;
  /** Including those of a failed test. */
  stopAll(): Promise<void>;
};

/** Opens servers of one kind. @param folder empty, accessible for every account */
type OpenTestServers = (folder: string) => Promise<TestServers>;

const port = "5999"; // part of the socket's name
const settings = { fsync: "off", work_mem: "7MB", listen_addresses: "" };

async function prepareFolder(folder: string, account: Account | undefined): Promise<string> {
  await mkdir(join(folder, "data"));
  if (account) for (const path of [folder, join(folder, "data")]) await chown(path, account.uid, account.gid);
  return `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}&port=${port}`;
}

/** Tracks running servers, so that none outlives the tests. */
function trackRunningServers(all: Omit<TestServers, "stopAll">): TestServers {
  const running = new Set<string>();
  const stop = async (name: string) => {
    await all.stop(name);
    running.delete(name);
  };
  return {
    ...all,
    async start(name) {
      await all.start(name);
      running.add(name);
    },
    stop,
    stopAll: async () => void (await Promise.all([...running].map(stop))),
  };
}

/** The product's embedded PostgreSQL, with its three files moved as Debian does. Runs on every machine. */
const openBundledServers: OpenTestServers = async (folder) => {
  const found = await execFileAsync(process.execPath, [join(root, "server/tools/bundled-postgres.ts")]);
  const { bin, account }: { bin: string; account?: Account } = JSON.parse(found.stdout);
  const url = await prepareFolder(folder, account);
  const dataOf = (name: string) => join(folder, "data", name);
  const postgres = (program: string, ...args: string[]) =>
    execFileAsync(join(bin, program), args, { ...account, cwd: folder });
  const control = (name: string, ...args: string[]) => postgres("pg_ctl", "-w", "-D", dataOf(name), ...args);
  return trackRunningServers({
    url,
    dataOf,
    async create(name) {
      await postgres("initdb", "-D", dataOf(name), "-U", "postgres", "-A", "trust", "--no-sync", "--locale=C");
      const etc = join(folder, name);
      await mkdir(etc);
      for (const file of ["postgresql.conf", "pg_hba.conf", "pg_ident.conf"])
        await rename(join(dataOf(name), file), join(etc, file));
      const places = [
        `data_directory='${dataOf(name)}'`,
        `hba_file='${etc}/pg_hba.conf'`,
        `ident_file='${etc}/pg_ident.conf'`,
        `unix_socket_directories='${folder}'`,
      ];
      await writeFile(join(etc, "postgresql.conf"), [...places, `port=${port}`, "include_dir='more'", ""].join("\n"));
      await mkdir(join(etc, "more"));
      const lines = Object.entries(settings).map(([setting, value]) => `${setting} = '${value}'\n`);
      await writeFile(join(etc, "more/settings.conf"), lines.join(""));
    },
    adopt: async () => {},
    async start(name) {
      const own = join(folder, name, "postgresql.conf");
      const options = existsSync(own) ? `-c config_file=${own}` : "";
      await control(name, "start", "-l", join(folder, `${name}.log`), "-o", options);
    },
    stop: async (name) => void (await control(name, "stop", "-m", "immediate")),
  });
};

/** The newest Debian PostgreSQL on this machine; undefined if its server or its tools are missing. */
async function findDebianVersion(): Promise<string | undefined> {
  if (!onPath(["pg_createcluster"])) return undefined;
  const found = await execFileAsync("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin/postgres | sort -V | tail -n 1"]);
  return /postgresql\/(\d+)\//.exec(found.stdout)?.[1];
}
const version = await findDebianVersion();

/** Clusters of Debian's tools, outside the folders of the machine's own clusters. */
const openDebianServers: OpenTestServers = async (folder) => {
  const account = process.getuid?.() === 0 ? await ownerOf("/var/lib/postgresql") : undefined;
  const url = await prepareFolder(folder, account);
  const dataOf = (name: string) => join(folder, "data", name);
  const env = { ...process.env, PG_CLUSTER_CONF_ROOT: join(folder, "etc"), LC_ALL: "C" };
  await mkdir(env.PG_CLUSTER_CONF_ROOT);
  const tool = async (program: string, ...args: string[]) =>
    void (await execFileAsync(program, args, { env, cwd: folder }));
  const paths = (name: string) => ["-d", dataOf(name), "-s", folder, "-l", join(folder, `${name}.log`), "-p", port];
  const options = Object.entries(settings).flatMap(([setting, value]) => ["-o", `${setting}=${value}`]);
  return trackRunningServers({
    url,
    dataOf,
    create: (name) =>
      tool("pg_createcluster", ...paths(name), ...options, version ?? "", name, "--", "--no-sync", "-A", "trust"),
    adopt: (name) => tool("pg_createcluster", ...paths(name), version ?? "", name),
    start: (name) => tool("pg_ctlcluster", version ?? "", name, "start"),
    stop: (name) => tool("pg_ctlcluster", "-m", "immediate", version ?? "", name, "stop"),
  });
};

/** Undefined `open`: not available on this machine. */
export const serverKinds: readonly { readonly kind: string; readonly open: OpenTestServers | undefined }[] = [
  { kind: "configuration moved to another folder", open: openBundledServers },
  { kind: "Debian's cluster", open: version === undefined ? undefined : openDebianServers },
];

/** A folder accessible for every account, in memory if there is room: the commands sync each file they write. */
export async function createTestFolder(): Promise<string> {
  const memory = await statfs("/dev/shm").catch(() => undefined);
  const hasRoom = memory !== undefined && memory.bavail * memory.bsize > 2 * 1024 ** 3;
  const folder = await mkdtemp(join(hasRoom ? "/dev/shm" : tmpdir(), "idanimo-restore-"));
  await chmod(folder, 0o755);
  return folder;
}

/** Runs a command of `ops/backup` to its end. */
export async function runBackupCommand(
  name: string,
  ...args: readonly string[]
): Promise<{ ok: boolean; output: string }> {
  const file = join(root, "ops/backup", `${name}.ts`);
  return execFileAsync(process.execPath, [file, ...args]).then(
    ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
    (error: { stdout: string; stderr: string }) => ({ ok: false, output: error.stdout + error.stderr }),
  );
}

/** The first column of a query, as text. */
export async function queryFirstColumn(url: string, text: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<[string]>({ text, rowMode: "array" });
    return rows.map(([value]) => value);
  } finally {
    await client.end();
  }
}
