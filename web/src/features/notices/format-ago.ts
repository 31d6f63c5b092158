import { formatRelativeTime } from "../../lib/format.ts";

/** How long ago it was told. @param at and now: milliseconds since 1970 */
export function formatAgo(at: number, now: number): string {
  return now - at < 60_000 ? "just now" : formatRelativeTime(at, now);
}
