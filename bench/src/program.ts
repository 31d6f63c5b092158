import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The really started programs, as an operator would start them. A benchmark knows nothing else of them. */

const root = fileURLToPath(new URL("../../", import.meta.url));
export const inRoot = (path: string) => join(root, path);

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
};

/** A benchmark that ends on an error leaves nothing running. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});

/** Starts a program and waits for its ready line. What it says of trouble goes to our own error output. */
export async function startProgram(entry: string, settings: Readonly<Record<string, string>>): Promise<Started> {
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
  const ready = await new Promise<Record<string, unknown>>((resolve, reject) => {
    lines.on("line", (line) => {
      if (line.startsWith('{"ready"')) resolve(JSON.parse(line));
    });
    child.once("exit", (code, signal) =>
      reject(new Error(`${entry} ended with ${code ?? signal}: ${said.slice(-3).join(" | ")}`)),
    );
  });
  return { process: child, ready, ms: performance.now() - began };
}

/** Ends a program at once, without a chance to tidy up, and waits until it is gone. */
export async function kill(started: Started): Promise<void> {
  if (started.process.exitCode !== null || started.process.signalCode !== null) return;
  const gone = once(started.process, "exit");
  started.process.kill("SIGKILL");
  await gone;
}

/** Asks a program to end, and waits. */
export async function stop(started: Started): Promise<void> {
  if (started.process.exitCode !== null || started.process.signalCode !== null) return;
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
