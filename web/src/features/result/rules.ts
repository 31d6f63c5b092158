import { apiBase } from "@idanimo/contract/operation";
import { parsePicture, nonEmptyText, type WireRecord } from "@idanimo/contract/record-fields";

/** Rules of the result pages, except the fields of the records. */

/** Extracts the record from a response's `data`; it may be nested in another `data` [RESULT-COMMON-03]. */
export function extractRecord(data: WireRecord | null): WireRecord | undefined {
  const inner = data?.["data"];
  const record = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? { ...inner } : data;
  return record && hasAnyValue(record) ? record : undefined;
}

function hasAnyValue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasAnyValue);
  return typeof value === "boolean" || nonEmptyText(value) !== undefined;
}

/** An address that a record may link to or show a picture from: a file of our own, by its path [T-56 T-60 T-61]. */
export function ownFileAddress(address: string | null | undefined): string | undefined {
  if (!address?.startsWith(`${apiBase}/`)) return undefined;
  return /^(?:\/[\w-]+(?:\.[\w-]+)*)+$/.test(address) ? address : undefined;
}

/** A data URL for a picture that came as base64. */
export function pictureDataUrl(value: unknown): string | undefined {
  const picture = parsePicture(value);
  return picture && `data:${picture.type};base64,${picture.base64}`;
}

/**
 * Formats a duration in milliseconds as `23 h 12 min`, rounded down; in seconds under a minute, in days from two
 * days on.
 */
export function formatTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days ${hours % 24} h`;
  return minutes < 60 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/**
 * A device's two clocks in milliseconds: `wall` can be changed by the user, `steady` is monotonic but may stop
 * while the device sleeps.
 */
export type DeviceTime = { readonly wall: number; readonly steady: number };

/**
 * A record's expiry by this device's clocks, however wrong they are: the remaining time from the server, counted
 * from the request. Null if it does not expire [T-51].
 * @param goneAt the server's time in ISO 8601 UTC, like `now`
 */
export function expiryOnDevice(goneAt: string | null, now: string, requestedAt: DeviceTime): DeviceTime | null {
  if (goneAt === null) return null;
  const differenceMs = Date.parse(goneAt) - Date.parse(now);
  // an unreadable expiry counts as over
  const leftMs = Number.isNaN(differenceMs) ? 0 : differenceMs;
  return { wall: requestedAt.wall + leftMs, steady: requestedAt.steady + leftMs };
}

/**
 * The remaining time in milliseconds: the smaller value of both clocks, so that a clock change cannot extend it.
 */
export function remainingMs(end: DeviceTime, now: DeviceTime): number {
  return Math.min(end.wall - now.wall, end.steady - now.steady);
}

/** The urgency of the countdown: `near` in the last hour, `last` in the last ten minutes. */
export function expiryUrgency(leftMs: number): "far" | "near" | "last" {
  if (leftMs > 3_600_000) return "far";
  return leftMs > 600_000 ? "near" : "last";
}

/**
 * Milliseconds until the text of `formatTimeLeft` changes or the time is over; at most half a minute, to notice
 * sleep.
 */
export function nextUpdateMs(leftMs: number): number {
  const unit = leftMs > 60_000 ? 60_000 : 1_000;
  return Math.min((leftMs % unit) + 1, leftMs, 30_000);
}
