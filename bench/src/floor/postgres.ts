import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { inRoot } from "../program.ts";

/** The floor of a database start: the same PostgreSQL binaries, `initdb` and a start, and nothing around them. */

const run = promisify(execFile);

/** The product's own PostgreSQL, made ready as its start would, and who may run it: it refuses root. */
const { stdout } = await run(process.execPath, [inRoot("server/tools/bundled-postgres.ts")]);
const { bin, account } = z
  .object({ bin: z.string(), account: z.optional(z.object({ uid: z.number(), gid: z.number() })) })
  .parse(JSON.parse(stdout));

/** Makes a cluster in an empty folder. */
export async function initCluster(folder: string): Promise<void> {
  if (account) await chown(folder, account.uid, account.gid);
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  await run(
    join(bin, "initdb"),
    ["-D", join(folder, "pg"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", ...locale],
    { ...account, cwd: folder },
  );
}

export type Cluster = {
  /** Of the database `postgres`, as the superuser, over its socket. */
  readonly url: string;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Sends its postmaster a signal and waits until none of its processes is left. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Starts a cluster, also one that was killed before, and waits until it takes connections. @param log what it says, when that is wanted */
export async function startCluster(folder: string, log?: Writable): Promise<Cluster> {
  const pidFile = join(folder, "pg", "postmaster.pid");
  await rm(pidFile, { force: true }); // of one that was killed: its processes are waited for below
  const args = ["-D", join(folder, "pg"), "-k", folder, "-c", "listen_addresses="];
  const child = spawn(join(bin, "postgres"), args, {
    ...account,
    cwd: folder,
    stdio: ["ignore", "ignore", log ? "pipe" : "ignore"],
  });
  if (log) child.stderr?.pipe(log);
  const endWithUs = () => void child.kill("SIGQUIT"); // of a run that broke off nothing stays behind
  process.once("exit", endWithUs);
  child.once("exit", () => process.removeListener("exit", endWithUs));
  for (;;) {
    const lines = await readFile(pidFile, "utf8").catch(() => "");
    if (lines.split("\n")[7]?.trim() === "ready") break;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("PostgreSQL ended at its start");
    await sleep(5);
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const workers = await childrenOf(child.pid);
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
    while (workers.some(isAlive)) await sleep(5); // they see that their postmaster is gone, and end
  };
  return {
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    stop: () => end("SIGINT"),
    end,
  };
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
