/** A place in a list ordered by time and id, as opaque text for a client. */
export type Cursor = { readonly at: string; readonly id: string };

/** @param at the database's own text of the moment, so that no microsecond is lost on the way */
export function writeCursor(at: string, id: string): string {
  return Buffer.from(`${at}|${id}`).toString("base64url");
}

/** The place a text tells, or undefined for none or for one that is not ours. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const match = /^([0-9:.+ -]{19,40})\|([0-9a-f-]{36})$/.exec(Buffer.from(text, "base64url").toString());
  return match?.[1] && match[2] ? { at: match[1], id: match[2] } : undefined;
}
