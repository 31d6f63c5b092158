import { execFile } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs, promisify } from "node:util";
import { inRoot } from "./program.ts";
import { proofs } from "./prove/proofs.ts";
import { runProofs, unknownAmong } from "./prove/table.ts";

/**
 * Breaks everything, one proof after the other, and prints one table: what was broken, how often, what was lost. `--list` names the
 * proofs, `--only a,b` takes some, `--scale 0.01` a part of each proof's usual count, `--seed` repeats a run. Ends with 1 when
 * anything was lost or wrong.
 */

const { values } = parseArgs({
  options: {
    list: { type: "boolean", default: false },
    only: { type: "string" },
    scale: { type: "string", default: "1" },
    seed: { type: "string" },
  },
});

/** A sentence for whoever typed it, and no run. */
function wrongUse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
const scale = Number(values.scale);
if (!(scale > 0)) wrongUse("--scale must be a number above 0.");
if (values.seed !== undefined && !/^-?\d{1,15}$/.test(values.seed)) wrongUse("--seed must be a whole number.");
const names = values.only?.split(",") ?? proofs.map(({ name }) => name);
const unknown = unknownAmong(names, proofs);
if (unknown.length > 0)
  wrongUse(`--only: no proof ${unknown.join(", ")}; there are ${proofs.map(({ name }) => name).join(", ")}.`);

if (values.list) {
  for (const { name, usual, shows, breaks } of proofs) console.log(`${name}  ${usual}  ${shows}  ${breaks}`);
} else {
  const head = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], { cwd: inRoot(".") });
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const today = new Date().toISOString().slice(0, 10);
  console.log(`Commit ${head.stdout.trim()}, ${today}, ${machine}, Node ${process.versions.node}.\n`);
  const chosen = proofs.filter(({ name }) => names.includes(name));
  const isAllGood = await runProofs(chosen, { scale, seed: values.seed, print: (line) => console.log(line) });
  const load = loadavg().map((one) => one.toFixed(1));
  const end = isAllGood ? "Nothing lost, nothing wrong." : "**Not all is well.**";
  console.log(`\n${end} Load at the end: ${load.join(" ")}.`);
  process.exitCode = isAllGood ? 0 : 1;
}
