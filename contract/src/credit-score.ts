/** How a credit score is interpreted, on its page and in its report. */

/** Upper end of the gauge, beyond the last band [RESULT-CREDIT-07 C-06]. */
export const scoreGaugeMax = 1_000;

/** The bands, both ends included [RESULT-CREDIT-08 C-05]. */
export const scoreBands = [
  { label: "POOR", from: 300, to: 539 },
  { label: "AVERAGE", from: 540, to: 660 },
  { label: "GOOD", from: 661, to: 700 },
  { label: "VERY GOOD", from: 701, to: 750 },
  { label: "EXCELLENT", from: 751, to: 850 },
] as const;
export type ScoreBand = (typeof scoreBands)[number];

/** The score in a record's text; undefined if it is absent or not a number. */
export function parseScore(text: string | null | undefined): number | undefined {
  const written = text?.trim() ?? "";
  return /^-?\d{1,9}(\.\d+)?$/.test(written) ? Number(written) : undefined;
}

/** The band of a score; undefined below the first and above the last. Fractions are cut off [O-40]. */
export function scoreBandOf(score: number): ScoreBand | undefined {
  const points = Math.floor(score);
  return scoreBands.find(({ from, to }) => from <= points && points <= to);
}

/**
 * Position of the needle, from 0 at the left end to 1 at the right; a score beyond the gauge stays at its end
 * [O-40].
 */
export function needlePosition(score: number): number {
  return Math.min(1, Math.max(0, score / scoreGaugeMax));
}
