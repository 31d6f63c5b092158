import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Slow clients by slowhttptest, and what it saw. */

export type Attack = {
  readonly name: string;
  /** What slowhttptest is told besides where and how many. */
  readonly how: readonly string[];
  /**
   * All must be closed so many seconds after the last was opened, with one for the second in which that is seen; undefined: only
   * others must not notice.
   */
  readonly closedAfter: number | undefined;
};

/** Connections a second. */
const rate = 250;

/** @param post an operation that takes a body, @param file the largest thing there is to read */
export const attacks = (post: string, file: string): readonly Attack[] => [
  { name: "slow headers", how: ["-H", "-i", "2", "-u", "/"], closedAfter: 11 },
  {
    name: "slow body",
    how: ["-B", "-i", "5", "-s", "60000", "-x", "10", "-f", "application/json", "-u", post],
    closedAfter: 63,
  },
  {
    name: "slow read",
    how: ["-X", "-n", "5", "-z", "16", "-w", "64", "-y", "256", "-k", "3", "-u", file],
    closedAfter: undefined,
  },
  { name: "ranges", how: ["-R", "-t", "HEAD", "-a", "10", "-b", "3000", "-u", file], closedAfter: 11 },
];

export type Seen = {
  /** How many were really connected at once. */
  readonly connected: number;
  /** Seconds from the last connection's opening until all were closed; undefined when some were open at the end. */
  readonly closedAfter: number | undefined;
};

/** However slowly a busy machine opens and closes them; it ends before, as soon as nothing is open. */
const mostSlownessSeconds = 60;
/** An attack that is not closed lasts so long. */
const openSeconds = 30;

/** Attacks an origin with so many connections. */
export async function attack(
  slowhttptest: string,
  { how, closedAfter }: Attack,
  given: { readonly origin: string; readonly connections: number; readonly folder: string; readonly name: string },
): Promise<Seen> {
  const { origin, connections, folder, name } = given;
  const statistics = `${folder}/${name.replaceAll(" ", "-")}`;
  const opening = Math.ceil(connections / rate);
  const seconds = opening + (closedAfter === undefined ? openSeconds : closedAfter + mostSlownessSeconds);
  const args = how.map((word, at) => (how[at - 1] === "-u" ? origin + word : word));
  const rest = ["-c", connections, "-r", rate, "-l", seconds, "-p", 5, "-g", "-o", statistics, "-v", 1].map(String);
  const words = await new Promise<string>((resolve) => {
    const timeout = (seconds + 30) * 1_000;
    execFile(slowhttptest, [...args, ...rest], { cwd: folder, timeout }, (_error, said) => resolve(said));
  });
  const seen = seenIn(await readFile(`${statistics}.csv`, "utf8"), seconds);
  // all were opened and have been closed; those of the last moment, served at once, have no line
  return words.includes("No open connections left") ? { ...seen, connected: connections } : seen;
}

/**
 * Reads the statistics: `Seconds,Closed,Pending,Connected,Service Available`, a line a second. It ends as soon as nothing is open any
 * more, without a line for that.
 * @param seconds its length at most
 */
export function seenIn(statistics: string, seconds: number): Seen {
  const rows = statistics
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").map(Number));
  const connected = Math.max(0, ...rows.map(([, closed = 0, pending = 0, now = 0]) => closed + pending + now));
  const opened = rows.find(([, closed = 0, , now = 0]) => closed + now >= connected)?.[0] ?? 0;
  const [at = 0, , pending = 0, now = 0] = rows.at(-1) ?? [];
  if (at >= seconds - 2 && pending + now > 0) return { connected, closedAfter: undefined };
  return { connected, closedAfter: Math.max(0, at + 1 - opened) };
}
