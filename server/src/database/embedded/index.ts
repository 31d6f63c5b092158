import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";

import { accountForServer } from "./account.ts";
import { bundledBinaries, type Binaries } from "./binaries.ts";
import { ensureCluster } from "./cluster.ts";
import { EmbeddedError, explainFileError } from "./embedded-error.ts";
import { startWatchdog } from "./watchdog.ts";
import { isAlive, isIdentifiedProcessRunning, processIdentity } from "./pid-file.ts";
import { newSocketFolder, chooseClusterLocation } from "./cluster-location.ts";
import {
  ensureSocketFolder,
  findOrStartServer,
  type RunningServer,
  type ServerPlan,
  stopServer,
} from "./postmaster.ts";

export { EmbeddedError };

export type EmbeddedOptions = {
  /**
   * Folder of this program's data and of the database. For root, if no other account can enter it, the database is
   * elsewhere.
   */
  readonly dataDir: string;
  /** False only where data may be lost in a power cut: tests. */
  readonly durable: boolean;
  /** More server settings, such as `{ max_connections: "300" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Removes the data folder when the server stops, also if this program is killed. */
  readonly disposable?: boolean;
  /** Another PostgreSQL than the bundled one. */
  readonly binaries?: Binaries;
  /** Called with a message when the server ended unexpectedly and could not be restarted yet. */
  readonly onTrouble?: (sentence: string) => void;
  /** Called when a PostgreSQL program has started and is waited for. */
  readonly onWait?: () => void;
};

export type Embedded = {
  /** URL of one of its databases for the superuser. It has no password: only this account can reach the socket. */
  url(database: string): string;
  /** Stops the server, unless another running program owns it. Idempotent. */
  stop(): Promise<void>;
  /** Folder in which the database's files are. */
  readonly dataDir: string;
  /** True if the server was already running and was taken over or is shared. */
  readonly adopted: boolean;
};

const disposableSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
};

/**
 * Starts a PostgreSQL below a data folder, or takes over one that a killed program left. It stops with this
 * program, however that ends, and is restarted at the same address if it ends unexpectedly.
 * @throws EmbeddedError with a message for the user at the terminal
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const account = accountForServer(join(options.dataDir, "postgres"));
  const location = await chooseClusterLocation(options.dataDir, account);
  const binaries = options.binaries ?? (await bundledBinaries(account));
  const settings = { ...(options.durable ? {} : disposableSettings), ...options.settings };
  const plan: ServerPlan = { location, binaries, account, settings, onWait: options.onWait };
  await ensureCluster(plan);

  const ownerFile = join(location.base, "postgres.owner");
  const ownerMark = processIdentity(process.pid);
  const remove = options.disposable ? location.base : undefined;
  let guard: ReturnType<typeof startWatchdog> | undefined;
  const answerFor = async (socketFolder: string) => {
    try {
      await writeFile(ownerFile, ownerMark);
    } catch (error) {
      throw explainFileError(error, location.base);
    }
    guard?.kill("SIGKILL");
    guard = startWatchdog({ cluster: location.cluster, ownerFile, ownerMark, socketFolder, remove });
  };

  let socketFolder: string | undefined;
  const folderForSocket = async () => {
    if (socketFolder) await ensureSocketFolder(socketFolder, account);
    else socketFolder = await newSocketFolder(account);
    if (!guard) await answerFor(socketFolder); // before the server, so that a kill in between does not leave it running
    return socketFolder;
  };

  let running: RunningServer;
  try {
    running = await findOrStartServer(plan, folderForSocket);
  } catch (error) {
    await releaseServer();
    throw error;
  }
  const adopted = running.found;
  if (adopted) {
    if (socketFolder) await rm(socketFolder, { recursive: true, force: true });
    socketFolder = running.socketFolder;
    if (guard || !isOwnerRunning(ownerFile)) await answerFor(socketFolder);
  }

  let stopping: Promise<void> | undefined;
  const stopped = new AbortController();
  const keeping = keepRunning();

  /** Checks the server twice a second and restarts it at the same address. */
  async function keepRunning(): Promise<void> {
    while (!stopped.signal.aborted) {
      if (!isAlive(running.pid)) {
        try {
          running = await findOrStartServer(plan, folderForSocket);
        } catch (error) {
          options.onTrouble?.(error instanceof Error ? error.message : String(error));
        }
      }
      await sleep(500, undefined, { ref: false, signal: stopped.signal }).catch(() => {}); // rejects when stopped
    }
  }

  async function releaseServer(): Promise<void> {
    if (!guard) return;
    guard.kill("SIGKILL");
    if (socketFolder) await rm(socketFolder, { recursive: true, force: true });
    await rm(ownerFile, { force: true });
    if (remove) await rm(remove, { recursive: true, force: true });
  }

  async function stop(): Promise<void> {
    stopped.abort();
    await keeping; // also stops a server that is being restarted
    if (!guard) return;
    await stopServer(running.pid);
    await releaseServer();
  }

  return {
    url: (database) => socketUrl(running.socketFolder, database),
    stop: () => (stopping ??= stop()),
    dataDir: location.base,
    adopted,
  };
}

function isOwnerRunning(ownerFile: string): boolean {
  try {
    return isIdentifiedProcessRunning(readFileSync(ownerFile, "utf8"));
  } catch {
    return false;
  }
}

function socketUrl(folder: string, database: string): string {
  return `postgresql://postgres@/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}&port=5432`;
}

/**
 * Creates a database if it does not exist; safe to call concurrently.
 * @param url of any database of the server, for an account that may create databases
 * @param name of the database to create
 */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined); // if the server stops meanwhile, the next query fails
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    const madeMeanwhile = error instanceof pg.DatabaseError && (error.code === "42P04" || error.code === "23505");
    if (!madeMeanwhile) throw error;
  } finally {
    await client.end();
  }
}
