import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { chown, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { hasExited, runCommand } from "./processes.ts";

/** The product's own PostgreSQL binaries with nothing around them: durable, reached over a Unix socket. */

const run = promisify(execFile);
const bundled = z.object({ bin: z.string(), account: z.optional(z.object({ uid: z.number(), gid: z.number() })) });
let found: Promise<z.output<typeof bundled>> | undefined;
/** Where the binaries are, and the account to run them under when this process is root. */
const binaries = () =>
  (found ??= runCommand("server/tools/bundled-postgres.ts", []).then(({ output }) =>
    bundled.parse(JSON.parse(output)),
  ));

/** Creates a cluster in `<folder>/pg`. @param settings lines of `postgresql.conf` */
export async function initCluster(
  folder: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { bin, account } = await binaries();
  if (account) await chown(folder, account.uid, account.gid);
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const shape = ["-D", join(folder, "pg"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", ...locale];
  await run(join(bin, "initdb"), shape, { ...account, cwd: folder });
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(join(folder, "pg", "postgresql.auto.conf"), lines.join(""));
}

export type Cluster = {
  /** Address of a database, as superuser. */
  urlOf(database: string): string;
  /** Sends the postmaster a signal and waits until none of its processes is left. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Starts the cluster in a folder, also after a kill, and waits until it accepts connections. */
export async function startCluster(folder: string): Promise<Cluster> {
  const { bin, account } = await binaries();
  const pidFile = join(folder, "pg", "postmaster.pid");
  await rm(pidFile, { force: true }); // left by a killed postmaster; `end` has waited for its processes
  const args = ["-D", join(folder, "pg"), "-k", folder, "-c", "listen_addresses="];
  const child = spawn(join(bin, "postgres"), args, { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.pipe(createWriteStream(join(folder, "postgres.log"), { flags: "a" }));
  const stopWithUs = () => void child.kill("SIGQUIT");
  process.once("exit", stopWithUs);
  child.once("exit", () => process.removeListener("exit", stopWithUs));
  for (;;) {
    const lines = await readFile(pidFile, "utf8").catch(() => "");
    if (lines.split("\n")[7]?.trim() === "ready") break;
    if (hasExited({ process: child })) throw new Error(`PostgreSQL did not start, see ${folder}/postgres.log`);
    await sleep(5);
  }
  return {
    // a setting needs a host name; the socket's folder in the query wins
    urlOf: (database) => `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    end: async (signal) => {
      if (hasExited({ process: child }) || child.pid === undefined) return;
      const workers = await childrenOf(child.pid);
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
      while (workers.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5);
    },
  };
}

async function childrenOf(pid: number): Promise<readonly string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean);
}
