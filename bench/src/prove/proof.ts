import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

/** What one proof says at its end. */
export type Outcome = {
  /** How often something was really broken. */
  readonly broken: number;
  /** What was promised to somebody meanwhile: payments answered with success, messages taken, commands carried out. */
  readonly acknowledged: number;
  /** Of these, how many were gone afterwards; "-" where the proof does not look at what was promised. */
  readonly lost: number | "-";
  /** Every other thing that must not be: doubled charges, laws that do not hold, work left open. In words. */
  readonly wrong: readonly string[];
  /** What else a reader should know: longest wait, restarts, the control that must lose. */
  readonly notes: string;
};

export type How = {
  /** How often something is to be broken. */
  readonly count: number;
  readonly seed: number;
  /** Options of this proof alone that were given. */
  readonly flags?: ReadonlySet<string>;
  /** Tells of progress, on standard error. */
  say(line: string): void;
};

const outcomeMark = '{"outcome":';

/**
 * Runs a proof as a program of its own: `--count`, `--seed`, and options of its own that are there or not. Its last line on standard output is its outcome; it ends with 1 when
 * anything was lost or wrong, or nothing was broken at all.
 */
export async function prove(
  usual: number,
  run: (how: How) => Promise<Outcome>,
  flags: readonly string[] = [],
): Promise<void> {
  const own = Object.fromEntries(flags.map((name) => [name, { type: "boolean" } as const]));
  const { values } = parseArgs({ options: { ...own, count: { type: "string" }, seed: { type: "string" } } });
  const [count, seed] = [Number(values.count ?? usual), Number(values.seed ?? randomInt(1e9))];
  if (!Number.isInteger(count) || count < 1) throw new Error("--count must be a whole number above 0");
  if (!Number.isInteger(seed)) throw new Error("--seed must be a whole number");
  const outcome = await run({
    count,
    seed,
    flags: new Set(flags.filter((name) => name in values)),
    say: (line) => console.error(line),
  });
  console.log(`${outcomeMark}${JSON.stringify(outcome)},"seed":${seed}}`);
  process.exitCode = isGood(outcome) ? 0 : 1;
}

/** Whether it broke something, and nothing was lost or wrong. */
export const isGood = ({ broken, lost, wrong }: Outcome) =>
  broken > 0 && (lost === 0 || lost === "-") && wrong.length === 0;

/** The outcome in what a proof printed; undefined when it ended without one. */
export function outcomeIn(printed: string): { readonly outcome: Outcome; readonly seed: number } | undefined {
  const line = printed.split("\n").findLast((one) => one.startsWith(outcomeMark));
  return line === undefined ? undefined : JSON.parse(line);
}
