import { lagosOffsetMs } from "@idanimo/contract/date-format";

/** Formats the share of finished attempts that got a response, rounded down, so that 100% means all of them. */
export function formatAnsweredShare({
  answered: responseCount,
  failed,
}: {
  readonly answered: number;
  readonly failed: number;
}): string {
  return responseCount + failed === 0 ? "-" : `${Math.floor((responseCount * 100) / (responseCount + failed))}%`;
}

/** Whether a text is a UUID, in upper or lower case. */
export const isUuid = (word: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);

/**
 * Parses a timestamp in Lagos time: `2026-12-31`, `2026-12-31 18:00`; in UTC if it ends in Z. Undefined if it is
 * invalid.
 */
export function parseLagosTimestamp(text: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,3})?(Z?))?$/.exec(text);
  const at = new Date(`${match?.[1]}T${match?.[2] ?? "00:00"}${match?.[3] ?? ":00"}Z`);
  // Date rolls an impossible day over into the next month
  if (!match || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(match[1] ?? "")) return undefined;
  return match[4] === "Z" ? at : new Date(at.getTime() - lagosOffsetMs);
}
