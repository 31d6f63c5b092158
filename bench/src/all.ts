import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs, promisify } from "node:util";
import { inRoot } from "./program.ts";
import { type Ratio, print, ratiosIn } from "./report.ts";

/**
 * Every benchmark, one after the other, and one table of all goals: each is a program of its own with its usual rounds. `--only
 * payments,reads` takes some. `long` (ten minutes of load) and `history` (five million rows) run only by their name or with `--all`. Ends with 1
 * when a floor is missed or a benchmark ended on an error.
 */

type Bench = { readonly name: string; readonly apart?: true };
const benches: readonly Bench[] = [
  { name: "payments" },
  { name: "reads" },
  { name: "jobs" },
  { name: "beside" },
  { name: "sign-in" },
  { name: "bulk" },
  { name: "start-up" },
  { name: "consent" },
  { name: "screens" },
  { name: "history", apart: true },
  { name: "long", apart: true },
];

const { values } = parseArgs({ options: { only: { type: "string" }, all: { type: "boolean", default: false } } });
const names = values.only?.split(",") ?? benches.filter(({ apart }) => values.all || !apart).map(({ name }) => name);
const unknown = names.filter((name) => benches.every((bench) => bench.name !== name));
if (unknown.length > 0)
  throw new Error(
    `--only: no benchmark ${unknown.join(", ")}; there are ${benches.map(({ name }) => name).join(", ")}`,
  );

type Ended = {
  readonly name: string;
  readonly code: number;
  readonly seconds: number;
  readonly ratios: readonly Ratio[];
};
async function run(name: string): Promise<Ended> {
  const began = performance.now();
  console.error(`\n${name} (${new Date().toISOString().slice(11, 19)})`);
  const child = spawn(process.execPath, [inRoot(`bench/src/${name}.ts`)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, BENCH_JOINED: "1" },
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const [code] = await once(child, "close");
  const ratios = ratiosIn(printed);
  // what a benchmark says besides its table: books, laws, counts
  for (const line of printed.split("\n")) if (line && !/^(\||\{|Load of)/.test(line)) console.log(`${name}: ${line}`);
  return {
    name,
    code: ratios === undefined ? 2 : Number(code ?? 2),
    seconds: (performance.now() - began) / 1000,
    ratios: ratios ?? [],
  };
}

const head = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], { cwd: inRoot(".") });
console.log(
  `Commit ${head.stdout.trim()}, ${new Date().toISOString().slice(0, 16)}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `Node ${process.versions.node}; load at the start ${loadavg()[0]?.toFixed(1)}.\n`,
);
const ended: Ended[] = [];
for (const { name } of benches) if (names.includes(name)) ended.push(await run(name));
console.log("");
const missed = print(ended.flatMap(({ ratios }) => ratios));
const broken = ended.filter(({ code }) => code !== 0);
console.log(`\nMinutes: ${ended.map(({ name, seconds }) => `${name} ${(seconds / 60).toFixed(1)}`).join(", ")}.`);
for (const { name, ratios } of broken)
  console.log(
    `**${name}** ${ratios.length === 0 ? "ended without a table" : "missed something: a floor, or what it says above"}.`,
  );
process.exitCode = missed || broken.length > 0 ? 1 : 0;
