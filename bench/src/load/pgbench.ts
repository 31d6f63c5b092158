import { spawn } from "node:child_process";
import { once } from "node:events";
import { inRoot } from "../program.ts";
import type { Purchases } from "./rows.ts";

export type Steps = {
  /** Folder of the socket. */
  readonly host: string;
  readonly script: "stepwise" | "single";
  readonly clients: number;
  /** So many seconds, or so many payments of each client. */
  readonly until: { readonly seconds: number } | { readonly each: number };
  readonly purchases: Purchases;
  /** The queue's number for a look-up. */
  readonly task: number;
};

/**
 * Pays purchases with pgbench (Debian's `postgresql-contrib`), prepared statements.
 * @returns how many it paid, how many a second, and the processor time of pgbench itself, seconds
 */
export async function pgbench({ host, script, clients, until, purchases, task }: Steps) {
  const per = Math.floor(purchases.count / clients);
  const given = { from: purchases.from, per, wallets: purchases.wallets, task, at: 0 };
  const shape = ["-h", host, "-U", "postgres", "-n", "-M", "prepared", "-j", "2", "-c", String(clients)];
  const length = "seconds" in until ? ["-T", String(until.seconds)] : ["-t", String(until.each)];
  const told = Object.entries(given).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  const args = [...shape, ...length, "-f", inRoot(`bench/src/load/${script}.sql`), ...told, "main"];
  // the shell says at its end what its children used
  const child = spawn("sh", ["-c", 'pgbench "$@"; code=$?; times; exit $code', "pgbench", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const words: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => words.push(String(chunk)));
  const [code] = await once(child, "close");
  const text = words.join("");
  if (code === 127) throw new Error("this benchmark needs pgbench: apt-get install postgresql-contrib");
  const paid = /actually processed: (\d+)/.exec(text)?.[1];
  const tps = /tps = ([\d.]+)/.exec(text)?.[1];
  const used = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(text)?.slice(1).map(Number);
  if (code !== 0 || paid === undefined || tps === undefined || !used) throw new Error(`pgbench: ${text.slice(-600)}`);
  const [userMinutes = 0, user = 0, systemMinutes = 0, system = 0] = used;
  return { paid: Number(paid), perSecond: Number(tps), cpu: (userMinutes + systemMinutes) * 60 + user + system };
}
