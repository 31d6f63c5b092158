import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { chown, lstat, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { type Account, runAs, serverEnvironment } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { EmbeddedError, explainFileError, programFailedError } from "./embedded-error.ts";
import { hasServerProcess, isAlive, readPidFile, isServerProcess } from "./pid-file.ts";
import { isSocketFolder, type ClusterLocation } from "./cluster-location.ts";

/** What is needed to create a cluster and run its server. */
export type ServerPlan = {
  readonly location: ClusterLocation;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** Called when a PostgreSQL program has started. */
  readonly onWait?: (() => void) | undefined;
};

/** A server that accepts connections, found running or started here. */
export type RunningServer = { readonly pid: number; readonly socketFolder: string; readonly found: boolean };

/** Crash recovery replays the WAL since the last checkpoint, at most five minutes of writes. */
const readyTimeoutMs = 60_000;
/** Child processes of a killed server keep its shared memory a little longer. */
const memoryReleaseTimeoutMs = 10_000;
const logMaxBytes = 5_000_000;

/**
 * Finds the cluster's server or starts it; waits for one that is starting or stopping.
 * @param socketFolder creates and returns the socket folder for a server that has to be started
 */
export async function findOrStartServer(plan: ServerPlan, socketFolder: () => Promise<string>): Promise<RunningServer> {
  const giveUpAt = Date.now() + memoryReleaseTimeoutMs;
  for (;;) {
    const running = await findRunningServer(plan.location.cluster);
    if (running) return running;
    const leftBehind = readPidFile(plan.location.cluster)?.socketFolder;
    const folder = await socketFolder();
    if (leftBehind && leftBehind !== folder && isSocketFolder(leftBehind))
      await rm(leftBehind, { recursive: true, force: true }); // of a killed server
    const started = await startServer(plan, folder);
    if (typeof started === "number") return { pid: started, socketFolder: folder, found: false };
    const passing = /pre-existing shared memory block|lock file .* already exists/.test(started);
    if (!passing || Date.now() > giveUpAt) throw programFailedError("start", started, plan.location.cluster);
    await sleep(250);
  }
}

async function findRunningServer(cluster: string): Promise<RunningServer | undefined> {
  const giveUpAt = Date.now() + readyTimeoutMs;
  for (;;) {
    const file = readPidFile(cluster);
    if (!file || !isAlive(file.pid)) {
      if (!file || !hasServerProcess(cluster)) return undefined;
    } else if (!isServerProcess(cluster, file.pid)) {
      // The id belongs to another program now; the server would take it for a running server and not start.
      if (!hasServerProcess(cluster)) await rm(join(cluster, "postmaster.pid"), { force: true });
    } else if (file.ready) return { pid: file.pid, socketFolder: file.socketFolder, found: true };
    if (Date.now() > giveUpAt)
      throw new EmbeddedError(
        "still_running",
        `A server of ${cluster} (process ${file.pid}) is neither ready nor gone after ${readyTimeoutMs / 1000} s: stop it and start again.`,
      );
    await sleep(20);
  }
}

/** Starts a server. @returns its process id when it is ready, or its output if it ended */
async function startServer(plan: ServerPlan, socketFolder: string): Promise<number | string> {
  const { location, binaries, account } = plan;
  const settings = {
    listen_addresses: "", // no port: only the socket
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    timezone: "UTC",
    log_timezone: "UTC",
    ...plan.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = await openLog(location);
  const child = spawn(join(binaries.bin, "postgres"), ["-D", location.cluster, ...args], {
    ...runAs(account, location.cluster),
    env: serverEnvironment,
    stdio: ["ignore", log.file, log.file],
    detached: true, // Ctrl-C at the terminal must only reach the program, which still needs its database
  });
  closeSync(log.file);
  child.unref();
  let ended = false;
  let failure: Error | undefined;
  child.once("exit", () => (ended = true));
  child.once("error", (error) => (failure = error));
  plan.onWait?.();

  const giveUpAt = Date.now() + readyTimeoutMs;
  for (;;) {
    if (failure) throw explainFileError(failure, location.cluster);
    if (ended) return readFileSync(location.log, "utf8").slice(log.length);
    const file = readPidFile(location.cluster);
    if (file?.ready && file.pid === child.pid) return file.pid;
    if (Date.now() > giveUpAt) {
      child.kill("SIGQUIT");
      return `not ready after ${readyTimeoutMs / 1000} s`;
    }
    await sleep(10);
  }
}

/** Opens the log for appending. `length` is its previous length. */
async function openLog(location: ClusterLocation): Promise<{ file: number; length: number }> {
  try {
    const size = statSync(location.log, { throwIfNoEntry: false })?.size ?? 0;
    if (size > logMaxBytes) await rename(location.log, `${location.log}.old`);
    const file = openSync(location.log, "a", 0o600);
    return { file, length: readFileSync(location.log, "utf8").length };
  } catch (error) {
    throw explainFileError(error, location.base);
  }
}

/** Creates the socket folder again if it was deleted, as temporary folders are. */
export async function ensureSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made && account) await chown(folder, account.uid, account.gid);
  const { uid, mode } = await lstat(folder);
  const ours = uid === (account?.uid ?? process.getuid?.()) && (mode & 0o777) === 0o700;
  if (!ours) throw new EmbeddedError("not_permitted", `The socket folder ${folder} belongs to another user.`);
}

/** Stops a server, gracefully first: ends sessions and writes everything. */
export async function stopServer(pid: number): Promise<void> {
  const steps = [
    { signal: "SIGINT", waitMs: 30_000 },
    { signal: "SIGQUIT", waitMs: 5_000 }, // without a checkpoint; the next start recovers
    { signal: "SIGKILL", waitMs: 5_000 },
  ] as const;
  for (const { signal, waitMs } of steps) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const giveUpAt = Date.now() + waitMs;
    while (isAlive(pid) && Date.now() < giveUpAt) await sleep(10);
  }
}
