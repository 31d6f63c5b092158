import { formatRelativeTime } from "../../lib/format.ts";

/** Formats how long ago a notice was sent. @param at Unix time in milliseconds, like `now` */
export function formatAgo(at: number, now: number): string {
  return now - at < 60_000 ? "just now" : formatRelativeTime(at, now);
}
