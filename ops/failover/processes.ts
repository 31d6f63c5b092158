import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Starts, finds and signals the processes of the test cluster. */

export type Account = { readonly uid: number; readonly gid: number };

/** The account for PostgreSQL, which does not run as root. Undefined: the current one. */
export async function findDatabaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const line = (await readFile("/etc/passwd", "utf8")).split("\n").find((entry) => entry.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error("as root this needs the account postgres, from Debian's package postgresql-15");
  return { uid: Number(uid), gid: Number(gid) };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("no free port");
  return address.port;
}

/** Starts a program in a folder; its output goes to a file there. */
export function startProcess(
  account: Account | undefined,
  folder: string,
  log: string,
  command: string,
  args: readonly string[],
): ChildProcess {
  const child = spawn(command, args, {
    ...account,
    cwd: folder,
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: folder, LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a Ctrl-C must not reach it: it is ended in order
  });
  // In production these have machines of their own: other load here must not look like a lost machine. Only root
  // may do this.
  if (account && child.pid !== undefined) setPriority(child.pid, -10);
  const file = createWriteStream(`${folder}/${log}`, { flags: "a" });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  child.on("error", (error) => file.write(`${error.message}\n`));
  return child;
}

/** Whether a program has ended, or never started. */
export const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/** Sends a program a signal, and waits until it has ended. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
}

/** The command line of a process; PostgreSQL's show their role. */
export const commandLineOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");

/** Sends a signal to each process that still exists. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
}

/** Polls until there is a value. @throws after a time limit */
export async function waitFor<Value>(what: string, ask: () => Promise<Value | undefined>, mostMs = 120_000) {
  const deadline = Date.now() + mostMs;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`timed out: ${what}`);
    await sleep(100);
  }
}

/** Waits until none of these processes is left; a zombie counts as ended. */
export async function waitForExit(pids: readonly number[]): Promise<void> {
  const isThere = async (pid: number) => {
    const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    return status !== "" && !/\) [ZX] /.test(status);
  };
  await waitFor("the end of killed processes", async () => {
    const there = await Promise.all(pids.map(isThere));
    return there.includes(true) ? undefined : true;
  });
}
