import { withCleanup } from "../support/cleanup.ts";

/** What a chaos test observed. */
export type ChaosOutcome = {
  /** Faults that were really injected. */
  readonly faults: number;
  /** Promises made to clients meanwhile: answered payments, commands, webhooks. */
  readonly acknowledged: number;
  /** Promises that were gone afterwards. */
  readonly lost: number;
  /** Every other thing that may not be, in words. */
  readonly wrong: readonly string[];
  /** What else a reader should know. */
  readonly notes: string;
};

export type ChaosOptions = {
  readonly count: number;
  readonly seed: number;
  /** Reports progress. */
  log(line: string): void;
};

export type ChaosTest = {
  readonly name: string;
  /** What is broken, in plain words. */
  readonly fault: string;
  /** Ids of docs/requirements.md. */
  readonly requirements: readonly string[];
  readonly defaultCount: number;
  run(options: ChaosOptions): Promise<ChaosOutcome>;
};

/** Runs a test and ends everything it started. */
export const runChaosTest = (test: ChaosTest, options: ChaosOptions) => withCleanup(() => test.run(options));

/** A run passes when it injected a fault, lost nothing and found nothing wrong. */
export const hasPassed = ({ faults, lost, wrong }: ChaosOutcome) => faults > 0 && lost === 0 && wrong.length === 0;

/** One line for people, the same in the table and on the terminal. */
export function summaryOf({ faults, acknowledged, lost, wrong, notes }: ChaosOutcome): string {
  const found = wrong.length === 0 ? "nothing wrong" : `WRONG: ${wrong.join("; ")}`;
  return `${faults} faults, ${acknowledged} acknowledged, ${lost} lost, ${found}; ${notes}`;
}
