import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The only place that starts programs: the product and the sandbox as an operator starts them, and reference servers. */

const root = fileURLToPath(new URL("../../../", import.meta.url));
export const inRoot = (path: string) => resolve(root, path);

/** The program as it is shipped; `scripts/prepare.mjs` builds it. */
export const serverEntry = "server/build/main.js";

export type Environment = Readonly<Record<string, string>>;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("no free port");
  return address.port;
}

/** A temporary folder that PostgreSQL's account can enter. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "idanimo-bench-"));
  await chmod(folder, 0o755);
  return folder;
}

/** Removes a folder of a run, unless KEEP is set. */
export async function removeFolder(folder: string): Promise<void> {
  if (process.env["KEEP"]) console.error(`the folder is ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}

export type RunningProgram = {
  readonly process: ChildProcess;
  /** The JSON of the ready line. */
  readonly ready: Record<string, unknown>;
  /** Milliseconds from the spawn to the ready line. */
  readonly startMs: number;
  /** Lines of standard error so far, newest last; the list keeps growing. */
  readonly stderr: readonly string[];
};
/** A program that may still be starting. */
export type SpawnedProgram = { readonly process: ChildProcess; readonly started: Promise<RunningProgram> };

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

export function spawnProgram(entry: string, environment: Environment): SpawnedProgram {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [inRoot(entry)], {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const stderr: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => stderr.push(line));
  const started = new Promise<RunningProgram>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith('{"ready"')) return;
      resolve({ process: child, ready: JSON.parse(line), startMs: performance.now() - startedAt, stderr });
    });
    child.once("exit", (code, signal) =>
      reject(new Error(`${entry} ended with ${code ?? signal}: ${stderr.slice(-3).join(" | ")}`)),
    );
  });
  started.catch(() => undefined); // reported to the caller that awaits it; a killed start may have none
  return { process: child, started };
}

/** Starts a program and waits for its ready line. */
export const startProgram = (entry: string, environment: Environment): Promise<RunningProgram> =>
  spawnProgram(entry, environment).started;

type WithProcess = { readonly process: Pick<ChildProcess, "exitCode" | "signalCode" | "kill" | "once"> };

export const hasExited = ({ process }: { readonly process: Pick<ChildProcess, "exitCode" | "signalCode"> }) =>
  process.exitCode !== null || process.signalCode !== null;

async function signalAndWait(program: WithProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasExited(program)) return;
  const exited = new Promise((resolve) => program.process.once("exit", resolve));
  program.process.kill(signal);
  await exited;
}
/** `kill -9`. */
export const kill = (program: WithProcess) => signalAndWait(program, "SIGKILL");
/** Graceful shutdown. */
export const stop = (program: WithProcess) => signalAndWait(program, "SIGTERM");

/** Runs a command to its end; `output` is what it printed on both outputs. */
export async function runCommand(
  entry: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(process.execPath, [inRoot(entry), ...args], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { code: Number(code), output: output.trim() };
}
