import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The really started programs, as an operator would start them. A benchmark knows nothing else of them. */

const root = fileURLToPath(new URL("../../", import.meta.url));
/** A path below the root; one that begins at the top stays as it is. */
export const inRoot = (path: string) => resolve(root, path);

/** The program as it is shipped, which `scripts/prepare.mjs` builds. */
export const serverEntry = "server/build/main.js";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("no free port");
  return address.port;
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "idanimo-bench-"));
  await chmod(folder, 0o755); // else root's database would have to live elsewhere
  return folder;
}
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

export type Started = {
  readonly process: ChildProcess;
  /** The JSON of the ready line. */
  readonly ready: Record<string, unknown>;
  /** Milliseconds from the spawn to the ready line. */
  readonly ms: number;
  /** What it said on its error output, newest last; it goes on growing. */
  readonly said: readonly string[];
};
/** A program whose process stands, and which may not serve yet. */
export type Begun = { readonly process: ChildProcess; readonly started: Promise<Started> };

/** A benchmark that ends on an error leaves nothing running. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Starts a program and waits for its ready line. What it says of trouble goes to our own error output. */
export const startProgram = (entry: string, settings: Readonly<Record<string, string>>): Promise<Started> =>
  beginProgram(entry, settings).started;

/** The same, with the process at hand while it starts. */
export function beginProgram(entry: string, settings: Readonly<Record<string, string>>): Begun {
  const began = performance.now();
  const child = spawn(process.execPath, [inRoot(entry)], {
    env: { ...process.env, ...settings },
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => said.push(line));
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<Record<string, unknown>>((resolve, reject) => {
    lines.on("line", (line) => {
      if (line.startsWith('{"ready"')) resolve(JSON.parse(line));
    });
    child.once("exit", (code, signal) =>
      reject(new Error(`${entry} ended with ${code ?? signal}: ${said.slice(-3).join(" | ")}`)),
    );
  });
  const started = ready.then((line): Started => ({ process: child, ready: line, ms: performance.now() - began, said }));
  return { process: child, started };
}

/** Whether a program's process is gone, for whatever reason. */
export const hasEnded = (started: { readonly process: Pick<ChildProcess, "exitCode" | "signalCode"> }): boolean =>
  started.process.exitCode !== null || started.process.signalCode !== null;

/** Ends a program at once, without a chance to tidy up, and waits until it is gone. */
export async function kill(started: Pick<Started, "process">): Promise<void> {
  if (hasEnded(started)) return;
  const gone = once(started.process, "exit");
  started.process.kill("SIGKILL");
  await gone;
}

/** Asks a program to end, and waits. */
export async function stop(started: Pick<Started, "process">): Promise<void> {
  if (hasEnded(started)) return;
  const gone = once(started.process, "exit");
  started.process.kill("SIGTERM");
  await gone;
}

/** Runs a command of the program to its end and answers its words. */
export async function runProgram(
  entry: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number; words: string }> {
  const child = spawn(process.execPath, [inRoot(entry), ...args], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  child.stdout.on("data", (chunk) => (words += chunk));
  child.stderr.on("data", (chunk) => (words += chunk));
  const [code] = await once(child, "close");
  return { code: Number(code), words: words.trim() };
}
