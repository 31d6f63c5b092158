import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { wrongInBooks } from "./load/books.ts";
import { openTill } from "./load/till.ts";
import { noLessThan, noMoreThan, print, ratioOf } from "./report.ts";

/**
 * G-U4: payments of 64 connections for ten minutes: rate and memory of the program in the last minute to the first. A minute is six
 * slices; the purchases of each are made before it. `--minutes` (10), `--seconds` of a minute's slice (10).
 */

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seconds: { type: "string", default: "10" } },
});
const slicesOfAMinute = 6;
const till = await openTill({ api: 1, jobs: 0 });
const [program] = till.fleet.members;

/** Resident memory, MiB. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${program?.now().process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const minutes: { readonly rate: number; readonly memory: number }[] = [];
await till.overHttp({ connections: 64, seconds: 3 }); // once to warm up
for (let minute = 0; minute < Number(values.minutes); minute += 1) {
  let [rate, most] = [0, 0];
  for (let slice = 0; slice < slicesOfAMinute; slice += 1) {
    rate += (await till.overHttp({ connections: 64, seconds: Number(values.seconds) })).perSecond / slicesOfAMinute;
    most = Math.max(most, await memory());
  }
  minutes.push({ rate, memory: most });
  console.error(`minute ${minute + 1}: ${rate.toFixed(0)} payments/s, ${most.toFixed(0)} MiB`);
}
const wrong = await wrongInBooks(till.fleet.owner);
for (const what of wrong) console.log(`WRONG: ${what}`);
const [first, last] = [minutes[0], minutes.at(-1)];
if (!first || !last) throw new Error("--minutes must be at least 1");
const rates = noLessThan([0.95, 0.85], "G-U4", "payments/s of the last minute to the first", "/s");
rates.rounds.push({ ours: last.rate, reference: first.rate });
const memories = noMoreThan([1.1, 1.25], "G-U4", "memory of the last minute to the first", "MiB");
memories.rounds.push({ ours: last.memory, reference: first.memory });
const failed = print([rates, memories].map(ratioOf));
process.exitCode = wrong.length > 0 ? 1 : failed;
await till.fleet.close();
