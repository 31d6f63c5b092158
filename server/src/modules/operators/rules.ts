import { lagosOffsetMs } from "@idanimo/contract/date-format";

/** What an hour's attempts say about one source. */
export type HourlyStats = {
  readonly asked: number;
  /** It answered, whatever it said. */
  readonly answered: number;
  /** It failed, or did not take the question. */
  readonly failed: number;
  /** Middle of the answers' times; null while there are none. */
  readonly medianSeconds: number | null;
};

/** Share of the ended attempts that were answered, in whole percent, rounded down: 100 means every one. */
export function formatAnsweredShare({ answered, failed }: Pick<HourlyStats, "answered" | "failed">): string {
  return answered + failed === 0 ? "-" : `${Math.floor((answered * 100) / (answered + failed))}%`;
}

/** Whether a word is an id, in letters of either size. */
export const isUuid = (word: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);

/**
 * The timestamp that a text names in Lagos time: `2026-12-31`, `2026-12-31 18:00`; with a Z at its end in UTC. Undefined where it names
 * none.
 */
export function parseLagosTimestamp(text: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,3})?(Z?))?$/.exec(text);
  const at = new Date(`${match?.[1]}T${match?.[2] ?? "00:00"}${match?.[3] ?? ":00"}Z`);
  // a day that no calendar has becomes another one
  if (!match || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(match[1] ?? "")) return undefined;
  return match[4] === "Z" ? at : new Date(at.getTime() - lagosOffsetMs);
}

/** Whether a text seems to hold an identity or phone number: eleven digits that stand alone. */
export function containsPersonalNumber(text: string): boolean {
  return /(?<!\d)\d{11}(?!\d)/.test(text);
}
