/** What an hour's attempts say about one source. */
export type Hour = {
  readonly asked: number;
  /** It answered, whatever it said. */
  readonly answered: number;
  /** It failed, or did not take the question. */
  readonly failed: number;
  /** Middle of the answers' times; null while there are none. */
  readonly usualSeconds: number | null;
};

/** Share of the ended attempts that were answered, in whole percent, rounded down: 100 means every one. */
export function shareOf({ answered, failed }: Pick<Hour, "answered" | "failed">): string {
  return answered + failed === 0 ? "-" : `${Math.floor((answered * 100) / (answered + failed))}%`;
}

/** Whether a text seems to hold an identity or phone number: eleven digits that stand alone. */
export function holdsNumber(text: string): boolean {
  return /(?<!\d)\d{11}(?!\d)/.test(text);
}
