import { startOfLagosDay } from "@idanimo/contract/date-format";

/** A position in a list ordered by time and id, sent to clients as opaque text. */
export type Cursor = { readonly at: string; readonly id: string };

/** @param at the timestamp as the database's text, so that microseconds are kept */
export function encodeCursor(at: string, id: string): string {
  return Buffer.from(`${at}|${id}`).toString("base64url");
}

const timestampPattern = /^((?!0000)\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?([+-](0\d|1[0-5])(:[0-5]\d)?)$/;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether PostgreSQL could have written it: 31 February has the form of a timestamp but is none. */
function isTimestamp(text: string): boolean {
  const [, date = "", time = ""] = timestampPattern.exec(text) ?? [];
  const read = new Date(`${date}T${time}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${date}T${time}`);
}

/** Decodes a cursor, or returns undefined for a missing or invalid one: any client can invent one. [T-72] */
export function decodeCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [at = "", id = "", ...more] = Buffer.from(text, "base64url").toString().split("|");
  return more.length === 0 && isTimestamp(at) && uuidPattern.test(id) ? { at, id } : undefined;
}

/** The lowest id: no row has it, and every row comes after it. */
export const nilUuid = "00000000-0000-0000-0000-000000000000";

/**
 * Where a page begins of a list, newest first, that ends with a day in Lagos.
 * @param after the position that the client asked for
 * @param lastDay as `2026-11-27`; undefined for no end
 */
export function cursorUntilDay(after: Cursor | undefined, lastDay: string | undefined): Cursor | undefined {
  if (lastDay === undefined) return after;
  const end = startOfLagosDay(lastDay, 1);
  return after && Date.parse(after.at) < Date.parse(end) ? after : { at: end, id: nilUuid };
}
