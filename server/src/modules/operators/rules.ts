/** What an hour's attempts say about one source. */
export type Hour = {
  readonly asked: number;
  /** It answered, whatever it said. */
  readonly answered: number;
  /** It failed, or did not take the question. */
  readonly failed: number;
  /** Middle of the answers' times; null while there are none. */
  readonly usualSeconds: number | null;
  /** Whether each of the last few attempts that ended failed. */
  readonly lastFailed: boolean;
};

/** An answer above this counts as slow, as it does before paying. */
const slowSeconds = 5;
/** So many in a row that failed are no accident. */
export const inARow = 6;

/** How a source is doing. `quiet`: nobody asked it. */
export function stateOf({
  answered,
  failed,
  usualSeconds,
  lastFailed,
}: Hour): "quiet" | "up" | "slow" | "shaky" | "down" {
  if (answered + failed === 0) return "quiet";
  if (lastFailed && failed >= inARow) return "down";
  if (failed * 2 >= answered + failed) return "shaky";
  return usualSeconds !== null && usualSeconds > slowSeconds ? "slow" : "up";
}

/** Share of the ended attempts that were answered, in whole percent, rounded down: 100 means every one. */
export function shareOf({ answered, failed }: Pick<Hour, "answered" | "failed">): string {
  return answered + failed === 0 ? "-" : `${Math.floor((answered * 100) / (answered + failed))}%`;
}

/** Whether a text seems to hold an identity or phone number: eleven digits that stand alone. */
export function holdsNumber(text: string): boolean {
  return /(?<!\d)\d{11}(?!\d)/.test(text);
}
