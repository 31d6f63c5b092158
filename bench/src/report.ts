import { loadavg } from "node:os";

/** One goal of the speed list, measured side by side. */
export type Figure = {
  readonly goal: string;
  readonly what: string;
  /** More is better: target and floor are lower bounds. */
  readonly atLeast?: true;
  /** Ratio to reach, and the one that may never be missed. Both are upper bounds, unless `atLeast`. */
  readonly target: number;
  readonly floor: number;
  readonly unit: string;
  readonly rounds: { readonly ours: number; readonly reference: number }[];
};

type Limits = readonly [target: number, floor: number];
/** A figure of which less is better, still without rounds. */
export const noMoreThan = ([target, floor]: Limits, goal: string, what: string, unit: string): Figure => ({
  goal,
  what,
  target,
  floor,
  unit,
  rounds: [],
});
/** A figure of which more is better, still without rounds. */
export const noLessThan = (limits: Limits, goal: string, what: string, unit: string): Figure => ({
  ...noMoreThan(limits, goal, what, unit),
  atLeast: true,
});

export type Ratio = Figure & {
  readonly ratio: number;
  readonly least: number;
  readonly most: number;
  readonly ours: number;
};

/** The value that so many of the numbers, as a part of one, do not exceed. */
export const quantile = (numbers: readonly number[], part: number) =>
  numbers.toSorted((left, right) => left - right)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ??
  Number.NaN;
export const median = (numbers: readonly number[]) => quantile(numbers, 0.5);

/** The median of the per-round ratios, with their spread. */
export function ratioOf(figure: Figure): Ratio {
  const ratios = figure.rounds.map((round) => round.ours / round.reference);
  return {
    ...figure,
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    ours: median(figure.rounds.map((round) => round.ours)),
  };
}

const keeps = (ratio: number, bound: number, atLeast?: true) => (atLeast ? ratio >= bound : ratio <= bound);

const ratiosMark = '{"ratios":';

/** The ratios in what a benchmark printed for the joined table; undefined when it ended without any. */
export function ratiosIn(printed: string): readonly Ratio[] | undefined {
  const line = printed.split("\n").findLast((one) => one.startsWith(ratiosMark));
  return line === undefined ? undefined : JSON.parse(line).ratios;
}

/** Prints a table; answers 1 when a floor is missed, else 0. */
export function print(ratios: readonly Ratio[]): number {
  console.log(`| Goal | What | Target | Floor | Ratio | Spread | Ours | Rounds |\n|---|---|---|---|---|---|---|---|`);
  for (const { goal, what, target, floor, ratio, least, most, ours, unit, rounds, atLeast } of ratios) {
    const held = keeps(ratio, floor, atLeast) ? " (floor held)" : " **misses its floor**";
    const mark = keeps(ratio, target, atLeast) ? "" : held;
    const sign = atLeast ? ">=" : "<=";
    console.log(
      `| ${goal} | ${what} | ${sign} ${target}x | ${sign} ${floor}x | ${ratio.toFixed(2)}x${mark} | ${least.toFixed(2)}-${most.toFixed(2)} | ${ours.toFixed(ours < 10 ? 2 : 0)} ${unit} | ${rounds.length} |`,
    );
  }
  if (process.env["BENCH_JOINED"]) console.log(`${ratiosMark}${JSON.stringify(ratios)}}`);
  console.log(
    `\nLoad of the machine at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}.`,
  );
  return ratios.every(({ ratio, floor, atLeast }) => keeps(ratio, floor, atLeast)) ? 0 : 1;
}
