import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isGood, type Outcome, outcomeIn } from "./proof.ts";

/** A proof is the program `<folder>/<name>.ts`. */
export type Proof = {
  readonly name: string;
  /** What it breaks, in a reader's words. */
  readonly breaks: string;
  /** Ids of `docs/requirements.md`. */
  readonly shows: string;
  /** How often it breaks it when nobody says otherwise. */
  readonly usual: number;
};

export type Run = {
  /** Part of each proof's usual count. */
  readonly scale: number;
  readonly seed: string | undefined;
  /** Where the proofs' programs are; beside this file when nobody says otherwise. */
  readonly folder?: string;
  readonly print: (line: string) => void;
};

const none: Outcome = { broken: 0, acknowledged: 0, lost: 0, wrong: ["it ended without an outcome"], notes: "" };
const here = fileURLToPath(new URL("./", import.meta.url));

/** Names that no proof bears. */
export const unknownAmong = (names: readonly string[], proofs: readonly Proof[]) =>
  names.filter((name) => proofs.every((proof) => proof.name !== name));

/**
 * Runs proofs one after the other, each as a program of its own that tells its progress on our error output, and prints a row for each.
 * @returns whether nothing was lost and nothing wrong
 */
export async function runProofs(proofs: readonly Proof[], run: Run): Promise<boolean> {
  run.print("| What was broken | Shows | Times | Acknowledged | Lost | Wrong | Seed | Seconds | Notes |");
  run.print("|---|---|---|---|---|---|---|---|---|");
  let isAllGood = true;
  for (const proof of proofs) {
    const began = performance.now();
    const { outcome, seed, code } = await runOne(proof, run);
    isAllGood &&= isGood(outcome) && code === 0;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const wrong = outcome.wrong.length === 0 ? "0" : `**${outcome.wrong.join("; ")}**`;
    const lost = outcome.lost === 0 || outcome.lost === "-" ? outcome.lost : `**${outcome.lost}**`;
    const { name, breaks, shows } = proof;
    const cells = [`${breaks} (\`${name}\`)`, shows, outcome.broken, outcome.acknowledged, lost, wrong, seed, seconds];
    run.print(`| ${[...cells, outcome.notes].map(asCell).join(" | ")} |`);
  }
  return isAllGood;
}

/** One row is one line, and no text ends a cell. */
const asCell = (cell: string | number) =>
  String(cell)
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");

async function runOne({ name, usual }: Proof, { scale, seed, folder = here }: Run) {
  const count = Math.max(1, Math.round(usual * scale));
  const args = ["--count", String(count), ...(seed === undefined ? [] : ["--seed", seed])];
  const child = spawn(process.execPath, [join(folder, `${name}.ts`), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const [code] = await once(child, "close");
  const said = outcomeIn(printed);
  return { outcome: said?.outcome ?? none, seed: said?.seed ?? "-", code: Number(code) };
}
