import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { bulkUploadResponse, bulkUploadPath } from "@idanimo/contract/bulk";
import { apiBase } from "@idanimo/contract/operation";
import { signIn } from "./client.ts";
import { initCluster, startCluster } from "./floor/postgres.ts";
import { freePort, newFolder, removeFolder, serverEntry, type Started, startProgram, stop } from "./program.ts";
import { type Figure, print, ratioOf } from "./report.ts";

/**
 * G-B1: the peak memory of a bulk upload above idle, for 100,000 numbers and for a file with the fields of results.csv, against
 * 64 MiB. Each is measured on a program of its own.
 * G-B2: the lines of a bulk upload per second against psql's `\copy` of the same lines. Ours includes HTTP, the session, the check
 * of each line, duplicates, encryption and storage. The reference copies the lines into a table with their number as primary key, on
 * a PostgreSQL with the same settings; its start is not counted. `--rounds` (5).
 */

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const [short, long, wide] = [10_000, 100_000, 30_000];
const run = promisify(execFile);

const memoryMaxKib = 64 * 1024;

const ninAt = (at: number) => String(20_000_000_000 + at * 7);
const fileOf = (lines: number) => Array.from({ length: lines }, (_one, at) => `${ninAt(at)}\r\n`).join("");
/** A file as results.csv is: the NIN, and the fields of a record. */
const wideFileOf = (lines: number) =>
  ["Line,NIN,State", ...Array.from({ length: lines }, (_one, at) => `${at},${ninAt(at)},${"field,".repeat(75)}`)].join(
    "\r\n",
  );

const ours = await newFolder();
const floor = await newFolder();

async function startOurs(): Promise<{ readonly server: Started; readonly url: string; readonly token: string }> {
  const port = await freePort();
  const server = await startProgram(serverEntry, {
    DATA_DIR: ours,
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    LOG_LEVEL: "error",
    CAPTCHA_COST: "1",
    BULK_RECORDS_MOST: String(long),
    LIMITS: "bulk_account=1000000",
  });
  const url = `http://127.0.0.1:${port}`;
  const { token } = await signIn(url, "bright@example.test", "Example-1-password");
  return { server, url, token };
}

/** Sends a file and returns how long that took, ms. A wrong response ends the run. */
async function upload(
  { url, token }: { readonly url: string; readonly token: string },
  lines: number,
  body = fileOf(lines),
): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url + apiBase + bulkUploadPath, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
    body,
  });
  const told = bulkUploadResponse.parse(await answer.json());
  const ms = performance.now() - began;
  if (told.records !== lines || told.badCount !== 0) throw new Error(`${lines} lines were counted as ${told.records}`);
  return ms;
}

/** A mark of a process in KiB: `VmRSS` now, `VmHWM` at its highest since it was forgotten. */
async function memoryOf(pid: number, mark: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${mark}:\\s+(\\d+)`).exec(status)?.[1]);
}

/** The peak memory of the server above idle while it reads a file, KiB. */
async function peakOf(lines: number, body: string): Promise<number> {
  const started = await startOurs();
  try {
    const { pid } = started.server.process;
    if (pid === undefined) throw new Error("the program has no number");
    await upload(started, short); // its code is warm, as in a program that has worked
    await sleep(2_000);
    await writeFile(`/proc/${pid}/clear_refs`, "5"); // forgets the highest mark
    const idle = await memoryOf(pid, "VmRSS");
    await upload(started, lines, body);
    return (await memoryOf(pid, "VmHWM")) - idle;
  } finally {
    await stop(started.server);
  }
}

await initCluster(floor);
const cluster = await startCluster(floor);
const csv = join(floor, "lines.csv");
await writeFile(csv, fileOf(long).replaceAll("\r", ""));
const sql = (...commands: readonly string[]) =>
  run("psql", [cluster.url, "-q", "-v", "ON_ERROR_STOP=1", ...commands.flatMap((command) => ["-c", command])]);
const copy = `\\copy lines (nin) from '${csv}'`;

/** What psql itself says its copy takes, ms. */
async function copyTime(): Promise<number> {
  await sql(
    "drop table if exists lines",
    "create table lines (line int generated always as identity primary key, nin text not null)",
  );
  const { stdout } = await sql("\\timing on", copy);
  return Number(/Time: ([\d.]+) ms/.exec(stdout)?.[1]);
}

const figures: Record<"B1" | "B2", Figure> = {
  B1: {
    goal: "G-B1",
    what: "peak memory above idle, to 64 MiB",
    target: 0.75,
    floor: 1,
    unit: "KiB",
    rounds: [],
  },
  B2: {
    goal: "G-B2",
    what: "lines/s taken in to psql \\copy",
    atLeast: true,
    target: 0.9,
    floor: 0.6,
    unit: "/s",
    rounds: [],
  },
};
for (let round = 0; round < Number(values.rounds); round += 1) {
  const peaks = [await peakOf(long, fileOf(long)), await peakOf(wide, wideFileOf(wide))];
  for (const ours of peaks) figures.B1.rounds.push({ ours, reference: memoryMaxKib });
}
const started = await startOurs();
await upload(started, long); // both have done it once before it counts
await copyTime();
for (let round = 0; round < Number(values.rounds); round += 1) {
  const rate = (ms: number) => (long / ms) * 1_000;
  const both: { ours?: number; reference?: number } = {};
  const slices = [
    async () => (both.ours = rate(await upload(started, long))),
    async () => (both.reference = rate(await copyTime())),
  ];
  for (const slice of round % 2 === 0 ? slices : slices.toReversed()) await slice();
  figures.B2.rounds.push({ ours: both.ours ?? 0, reference: both.reference ?? 0 });
}
process.exitCode = print(Object.values(figures).map(ratioOf));
await stop(started.server);
await cluster.stop();
await removeFolder(ours);
await removeFolder(floor);
