import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The contents of a running server's `postmaster.pid`. */
export type PidFile = {
  readonly pid: number;
  /** Folder of its socket; empty until the server has one. */
  readonly socketFolder: string;
  readonly ready: boolean;
};

/** Reads the cluster's pid file; undefined if it does not exist or is still being written. */
export function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[4] ?? "", ready: lines[7]?.trim() === "ready" };
}

/** Whether a process with this id runs, of any user. A zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readProcessStat(pid)[0] !== "Z";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Whether the process is a server of this cluster, whose working folder is the cluster's; a process that reuses an
 * old server's id is not.
 */
export function isServerProcess(cluster: string, pid: number): boolean {
  if (process.platform !== "linux") return isAlive(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/** Whether any process still works in the cluster: after a kill its child processes run a little longer. */
export function hasServerProcess(cluster: string): boolean {
  if (process.platform !== "linux") return false;
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && isServerProcess(cluster, Number(name)));
}

/** Identifies one run of a process; another process with the same id has another identity. */
export function processIdentity(pid: number): string {
  const startTime = readProcessStat(pid)[19] ?? "";
  return `${pid} ${startTime}`;
}

/** The fields of `/proc/<pid>/stat` from the state on; none if the system has no such file. */
function readProcessStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name in parentheses may contain anything
  } catch {
    return [];
  }
}

/** Whether the identified process is still running. */
export function isIdentifiedProcessRunning(mark: string): boolean {
  const pid = Number.parseInt(mark, 10);
  return Number.isInteger(pid) && isAlive(pid) && processIdentity(pid) === mark;
}
