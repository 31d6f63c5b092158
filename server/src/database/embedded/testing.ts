import { randomBytes } from "node:crypto";
import { existsSync, statfsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { type Binaries } from "./binaries.ts";
import { startEmbedded } from "./index.ts";
import { isIdentifiedProcessRunning, processIdentity, readPidFile, isServerProcess } from "./pid-file.ts";
import { isSocketFolder, clusterLocationIn } from "./cluster-location.ts";
import { stopServer } from "./postmaster.ts";

/** A server for one test run, fast because it is not durable. */
export type TestCluster = {
  /** URL of its `postgres` database for the superuser. */
  readonly adminUrl: string;
  url(database: string): string;
  /** Stops it and removes its files; both also happen if this program is killed. */
  stop(): Promise<void>;
};

/** Starts a server in a temporary folder, with `binaries` on another version than the bundled one. */
export async function startTestCluster(binaries?: Binaries): Promise<TestCluster> {
  const folder = fastestTempFolder();
  await removeLeftoverCluster(folder);
  const dataDir = await mkdtemp(join(folder, `${clusterFolderName(processIdentity(process.pid))}-`));
  await chmod(dataDir, 0o755); // as root: the server's account must be able to enter
  const server = await startEmbedded({
    dataDir,
    durable: false,
    disposable: true,
    settings: { max_connections: "200" },
    ...(binaries && { binaries }),
  });
  return { adminUrl: server.url("postgres"), url: server.url, stop: server.stop };
}

const clusterFolderName = (mark: string) => `idanimo-test-${mark.replace(" ", "-")}`;

/**
 * Stops and removes the servers of earlier runs. A run that is killed with its watchdog leaves one, which stays in
 * memory until the machine restarts.
 */
export async function removeLeftoverCluster(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid, startTime = ""] = /^idanimo-test-(\d+)-(\d*)-\w{6}$/.exec(name) ?? [];
    if (pid === undefined || isIdentifiedProcessRunning(`${pid} ${startTime}`)) continue;
    if ((await stat(join(folder, name))).uid !== process.getuid?.()) continue; // belongs to another account
    const { cluster, base } = clusterLocationIn(join(folder, name));
    const server = readPidFile(cluster);
    if (server && isServerProcess(cluster, server.pid)) await stopServer(server.pid);
    if (server && isSocketFolder(server.socketFolder)) await rm(server.socketFolder, { recursive: true, force: true });
    await rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }); // its processes may still write
  }
}

const memoryFolder = "/dev/shm";

/**
 * The temporary folder, in memory if there is plenty: a database has three hundred files, which takes a busy disk
 * seconds.
 */
function fastestTempFolder(): string {
  if (tmpdir() !== "/tmp" || !existsSync(memoryFolder)) return tmpdir(); // another folder was configured on purpose
  const { bavail, bsize } = statfsSync(memoryFolder);
  const isPlenty = Math.min(bavail * bsize, process.availableMemory()) > 4 * 1024 ** 3;
  return isPlenty ? memoryFolder : tmpdir();
}

export type TestDatabase = { readonly name: string; readonly url: string; drop(): Promise<void> };

/**
 * Creates a database, empty or as a copy of a template.
 * @param adminUrl URL of the server's `postgres` database, see `inject("pgUrl")`
 * @param template name of a database without connections
 */
export async function createTestDatabase(adminUrl: string, template = "template1"): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Copying files is only faster than WAL if checkpoints do not reach the disk, as here.
  await runStatement(adminUrl, `create database ${name} template "${template}" strategy file_copy`);
  return {
    name,
    url: withDatabase(adminUrl, name),
    drop: async () => {
      await runStatement(adminUrl, `drop database if exists ${name} with (force)`);
      await runStatement(adminUrl, `drop role if exists ${name}_login`); // if a program was started on it
    },
  };
}

/** Replaces the database's name in a URL. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
