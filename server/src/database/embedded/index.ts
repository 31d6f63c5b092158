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

/** How to run an embedded server. */
export type EmbeddedOptions = {
  /** Folder of this program's data; the database's files go below it, or, for root where no other account can enter, elsewhere. */
  readonly dataDir: string;
  /** False only where everything may be lost with the power: tests. */
  readonly durable: boolean;
  /** Further server settings, such as `{ max_connections: "300" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The whole data folder is removed when the server stops, also when this program is killed. */
  readonly disposable?: boolean;
  /** Another PostgreSQL than the bundled one. */
  readonly binaries?: Binaries;
  /** Told, in one sentence, when the server ended by itself and could not be started again yet. */
  readonly onTrouble?: (sentence: string) => void;
  /** Told whenever a program of PostgreSQL has begun, and is waited for. */
  readonly onWait?: () => void;
};

/** A running embedded server. */
export type Embedded = {
  /** The address of one of its databases, for the superuser. There is no password: only this account can reach the socket. */
  url(database: string): string;
  /** Stops the server, unless another running program answers for it. May be called twice. */
  stop(): Promise<void>;
  /** Folder where the database's files really are. */
  readonly dataDir: string;
  /** True when a server was found running and taken over or shared. */
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
 * Starts a real PostgreSQL below a data folder, or takes over the one a killed program left there. It stops with this
 * program however that ends, and is started again, at the same address, when it ends by itself.
 * @throws EmbeddedError with a sentence for the person at the terminal
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const account = accountForServer(join(options.dataDir, "postgres"));
  const place = await chooseClusterLocation(options.dataDir, account);
  const binaries = options.binaries ?? (await bundledBinaries(account));
  const settings = { ...(options.durable ? {} : disposableSettings), ...options.settings };
  const plan: ServerPlan = { place, binaries, account, settings, onWait: options.onWait };
  await ensureCluster(plan);

  const ownerFile = join(place.base, "postgres.owner");
  const ownerMark = processIdentity(process.pid);
  const remove = options.disposable ? place.base : undefined;
  let guard: ReturnType<typeof startWatchdog> | undefined;
  const answerFor = async (socketFolder: string) => {
    try {
      await writeFile(ownerFile, ownerMark);
    } catch (error) {
      throw explainFileError(error, place.base);
    }
    guard?.kill("SIGKILL");
    guard = startWatchdog({ cluster: place.cluster, ownerFile, ownerMark, socketFolder, remove });
  };

  let socketFolder: string | undefined;
  const folderForSocket = async () => {
    if (socketFolder) await ensureSocketFolder(socketFolder, account);
    else socketFolder = await newSocketFolder(account);
    if (!guard) await answerFor(socketFolder); // before the server: a kill in between must not leave it running
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

  /** Looks twice a second whether the server is there, and starts it again where it was. */
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
    await keeping; // a server just being started again must not be missed
    if (!guard) return;
    await stopServer(running.pid);
    await releaseServer();
  }

  return {
    url: (database) => socketUrl(running.socketFolder, database),
    stop: () => (stopping ??= stop()),
    dataDir: place.base,
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
 * Makes a database unless it is there. May be called by several programs at once.
 * @param url  address of any database of the server, for an account that may make databases
 * @param name of the database to make
 */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined); // a server that stops meanwhile: whatever is asked next says so
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
