/** Formats durations. `date-format.ts` of the contract formats dates, its `formatMoney` money. */

const relativeTimeFormat = new Intl.RelativeTimeFormat("en-US");

const units = [
  // two days and more in days, less in hours
  { unit: "day", ms: 86_400_000, fromMs: 172_800_000, graceMs: 60_000 },
  { unit: "hour", ms: 3_600_000, fromMs: 7_200_000, graceMs: 60_000 },
  { unit: "minute", ms: 60_000, fromMs: 60_000, graceMs: 0 },
  { unit: "second", ms: 1_000, fromMs: 0, graceMs: 0 },
] as const;

function unitFor(sizeMs: number) {
  return units.find((unit) => sizeMs + unit.graceMs >= unit.fromMs) ?? units[3];
}

/**
 * "in 23 hours", "12 minutes ago". Rounded down, so that no more time is promised than is left; the last minute of
 * an hour counts as the full hour, so that a day that has just begun still reads 24 hours. The subject's page uses
 * the same rule.
 * @param moment and now: milliseconds since 1970
 */
export function formatRelativeTime(instant: number, now: number): string {
  const size = Math.abs(instant - now);
  const { unit, ms, graceMs } = unitFor(size);
  const count = Math.floor((size + graceMs) / ms);
  return relativeTimeFormat.format(instant >= now ? count : -count, unit);
}

/**
 * Milliseconds until `formatRelativeTime` returns another text; at most an hour, so that a device that slept
 * catches up.
 */
export function untilNextChangeMs(instant: number, now: number): number {
  const size = Math.abs(instant - now);
  const { ms, graceMs } = unitFor(size);
  const into = (size + graceMs) % ms;
  const left = instant > now ? into + 1 : ms - into;
  return Math.min(Math.max(left, 250), 3_600_000);
}

/** `m:ss` for a countdown that ends soon. */
export function formatMinutesSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
