import { median } from "../support/statistics.ts";

/** One row of docs/benchmarks.md. */
export type Result = {
  /** Id of a speed goal in docs/requirements.md. */
  readonly goal: string;
  readonly what: string;
  readonly target: string;
  readonly minimum: string;
  readonly result: string;
  readonly isMinimumMet: boolean;
};

export type BenchmarkOptions = {
  readonly rounds: number;
  /** Length of one measured slice. */
  readonly seconds: number;
  /** Part of the usual number of rows, streams and lookups: 1, or less for a trial. */
  readonly scale: number;
  /** Reports progress. */
  log(line: string): void;
};

export type Benchmark = {
  readonly name: string;
  readonly goals: readonly string[];
  /** What is measured and with what it is compared, in plain words. */
  readonly what: string;
  readonly defaultRounds: number;
  readonly defaultSeconds: number;
  /** Takes so long that it runs only when it is named. */
  readonly isLong?: true;
  /** Throws after a wrong response: such a run does not count. */
  run(options: BenchmarkOptions): Promise<readonly Result[]>;
};

type Limits = readonly [target: number, minimum: number];
type Bound = "at least" | "at most";

/** A goal whose measure is the ratio of two numbers from the same rounds. */
const ratioGoal = (bound: Bound, [target, minimum]: Limits, goal: string, what: string, unit: string) => {
  const rounds: { readonly measured: number; readonly reference: number }[] = [];
  const meets = (ratio: number, limit: number) => (bound === "at least" ? ratio >= limit : ratio <= limit);
  return {
    addRound: (measured: number, reference: number) => void rounds.push({ measured, reference }),
    /** The median of the ratios and their spread. */
    result: (): Result => {
      const ratios = rounds.map(({ measured, reference }) => measured / reference);
      const ratio = median(ratios);
      const measured = median(rounds.map((round) => round.measured));
      const verdict = meets(ratio, target) ? "target met" : meets(ratio, minimum) ? "minimum met" : "MINIMUM MISSED";
      const spread = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
      const shown = measured < 10 ? measured.toFixed(2) : Math.round(measured).toLocaleString("en");
      return {
        goal,
        what,
        target: `${bound} ${target}x`,
        minimum: `${minimum}x`,
        result: `${ratio.toFixed(2)}x (${spread}), ${shown} ${unit}, ${rounds.length} rounds: ${verdict}`,
        isMinimumMet: meets(ratio, minimum),
      };
    },
  };
};
export type RatioGoal = ReturnType<typeof ratioGoal>;
type GoalOf = (limits: Limits, goal: string, what: string, unit: string) => RatioGoal;
export const atLeast: GoalOf = (...rest) => ratioGoal("at least", ...rest);
export const atMost: GoalOf = (...rest) => ratioGoal("at most", ...rest);

/**
 * Runs slices one after the other. Another one begins in each round and every second round goes backwards, so that none always follows
 * the same one.
 */
export async function inTurn<Name extends string, Value>(
  round: number,
  slices: Readonly<Record<Name, () => Promise<Value>>>,
): Promise<Readonly<Record<Name, Value>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
  const names = Object.keys(slices) as Name[];
  const at = round % names.length;
  const order = [...names.slice(at), ...names.slice(0, at)];
  const values = new Map<Name, Value>();
  for (const name of round % 2 === 0 ? order : order.toReversed()) values.set(name, await slices[name]());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one value for each key
  return Object.fromEntries(values) as Record<Name, Value>;
}

/** Duration of a call in milliseconds. */
export async function durationOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}
