import { pictureIn, textOf, type WireRecord } from "@idanimo/contract/record-fields";

/** What a result's page needs besides the fields of its record. */

/** The record inside an answer's `data`; it may stand there as it is or under `data` once more. Source: RESULT-COMMON-03. */
export function recordIn(data: WireRecord | null): WireRecord | undefined {
  const inner = data?.["data"];
  const record = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? { ...inner } : data;
  return record && holdsAnything(record) ? record : undefined;
}

/** Whether there is a value anywhere in it. */
function holdsAnything(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(holdsAnything);
  return typeof value === "boolean" || textOf(value) !== undefined;
}

/** An address for a picture that came as base64. */
export function pictureAddress(value: unknown): string | undefined {
  const picture = pictureIn(value);
  return picture && `data:${picture.type};base64,${picture.base64}`;
}

/** `23 h 12 min` until a moment, rounded down; under a minute in seconds, from two days on in days. Milliseconds. */
export function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days ${hours % 24} h`;
  return minutes < 60 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
