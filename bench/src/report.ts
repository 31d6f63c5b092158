import { loadavg } from "node:os";

/** One goal of the speed list, measured side by side. */
export type Figure = {
  readonly goal: string;
  readonly what: string;
  /** Ratio to reach, and the one that may never be missed. Both are upper bounds. */
  readonly target: number;
  readonly floor: number;
  readonly unit: string;
  readonly rounds: { readonly ours: number; readonly reference: number }[];
};

type Ratio = Figure & { readonly ratio: number; readonly least: number; readonly most: number; readonly ours: number };

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;

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

/** Prints a table; answers 1 when a floor is missed, else 0. */
export function print(ratios: readonly Ratio[]): number {
  console.log(`| Goal | What | Target | Floor | Ratio | Spread | Ours | Rounds |\n|---|---|---|---|---|---|---|---|`);
  for (const { goal, what, target, floor, ratio, least, most, ours, unit, rounds } of ratios) {
    const mark = ratio <= target ? "" : ratio <= floor ? " (floor held)" : " **under the floor**";
    console.log(
      `| ${goal} | ${what} | <= ${target}x | <= ${floor}x | ${ratio.toFixed(2)}x${mark} | ${least.toFixed(2)}-${most.toFixed(2)} | ${ours.toFixed(0)} ${unit} | ${rounds.length} |`,
    );
  }
  console.log(
    `\nLoad of the machine at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}.`,
  );
  return ratios.some(({ ratio, floor }) => ratio > floor) ? 1 : 0;
}
