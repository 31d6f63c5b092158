import { apiBase } from "@idanimo/contract/operation";
import { parsePicture, nonEmptyText, type WireRecord } from "@idanimo/contract/record-fields";

/** What a result's page needs besides the fields of its record. */

/** The record inside an answer's `data`; it may stand there as it is or under `data` once more. Source: RESULT-COMMON-03. */
export function extractRecord(data: WireRecord | null): WireRecord | undefined {
  const inner = data?.["data"];
  const record = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? { ...inner } : data;
  return record && hasAnyValue(record) ? record : undefined;
}

/** Whether there is a value anywhere in it. */
function hasAnyValue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasAnyValue);
  return typeof value === "boolean" || nonEmptyText(value) !== undefined;
}

/** An address that a record may lead to or show a picture from: a file of our own, by its path alone. Source: T-56, T-60, T-61. */
export function ownFileAddress(address: string | null | undefined): string | undefined {
  if (!address?.startsWith(`${apiBase}/`)) return undefined;
  return /^(?:\/[\w-]+(?:\.[\w-]+)*)+$/.test(address) ? address : undefined;
}

/** An address for a picture that came as base64. */
export function pictureDataUrl(value: unknown): string | undefined {
  const picture = parsePicture(value);
  return picture && `data:${picture.type};base64,${picture.base64}`;
}

/** `23 h 12 min` until a moment, rounded down; under a minute in seconds, from two days on in days. Milliseconds. */
export function formatTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days ${hours % 24} h`;
  return minutes < 60 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** A device's two clocks: one that people set, one that only runs on but may stand still while the device sleeps. Milliseconds. */
export type DeviceTime = { readonly wall: number; readonly steady: number };

/**
 * When a record's time is over by this device's clocks, however wrong they are: what the server said was left, counted from
 * when it was asked. Null where it has no end. Source: T-51.
 * @param goneAt and now: the server's, ISO 8601 UTC
 */
export function expiryOnDevice(goneAt: string | null, now: string, requestedAt: DeviceTime): DeviceTime | null {
  if (goneAt === null) return null;
  const left = Date.parse(goneAt) - Date.parse(now);
  // what cannot be read is over
  const leftMs = Number.isNaN(left) ? 0 : left;
  return { wall: requestedAt.wall + leftMs, steady: requestedAt.steady + leftMs };
}

/** What is left until an end: by the clock that says less, so that no jump of one of them makes it longer. Milliseconds. */
export function remainingMs(end: DeviceTime, now: DeviceTime): number {
  return Math.min(end.wall - now.wall, end.steady - now.steady);
}

/** How near the end is: a warning in the last hour, a last call in the last ten minutes. */
export function expiryUrgency(leftMs: number): "far" | "near" | "last" {
  if (leftMs > 3_600_000) return "far";
  return leftMs > 600_000 ? "near" : "last";
}

/** Milliseconds until `timeLeft` says something else or nothing is left; at most half a minute, so that a device that slept finds out. */
export function nextUpdateMs(leftMs: number): number {
  const unit = leftMs > 60_000 ? 60_000 : 1_000;
  return Math.min((leftMs % unit) + 1, leftMs, 30_000);
}
