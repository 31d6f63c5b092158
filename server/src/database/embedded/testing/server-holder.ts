import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import pg from "pg";

/** What `hold.ts` prints, one line each. */
export type HolderOutput = {
  readonly url?: string;
  readonly adopted?: boolean;
  readonly dataDir?: string;
  readonly answeredWhileEnding?: boolean;
  readonly failed?: string;
};

/** A running `hold.ts`. */
export type ServerHolder = { readonly child: ChildProcess; readonly pid: number; next(): Promise<HolderOutput> };

/** Starts `hold.ts` as a process in its own process group, as a terminal does. */
export function startServerHolder(
  dataDir: string,
  options: { env?: NodeJS.ProcessEnv; as?: number } = {},
): ServerHolder {
  const id = options.as === undefined ? {} : { uid: options.as, gid: options.as };
  const child = spawn(process.execPath, [fileURLToPath(new URL("hold.ts", import.meta.url)), dataDir], {
    ...id,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    pid: child.pid ?? 0,
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new Error("the program ended without a further line");
      const line: HolderOutput = JSON.parse(value); // output of our own program
      return line;
    },
  };
}

/** Creates a folder that other accounts can pass through; `remove` removes it. */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "idanimo-test-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes a folder that a stopping server may still be writing to. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Runs one statement on its own connection and returns the first value. */
export async function queryValue(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Process id of a cluster's server, from its pid file. */
export function serverPid(base: string): number {
  return Number.parseInt(readFileSync(join(base, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Process ids whose command line contains the text. */
export function findProcesses(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Waits until the claim is true, at most half a minute, since other tests may use the machine. */
export async function waitUntil(claim: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt; await sleep(20)) if (await claim()) return;
  throw new Error(`waited 30 s for ${what}`);
}
