import { namesOfLeft } from "../../accounts/index.ts";
import { openNote } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { type Blocked, blocksOf } from "./block-store.ts";
import { type MyCase, casesOf } from "./cases.ts";
import type { ShownRequest } from "./pages/rows.ts";
import { type MyRequest, type Part, requestsOf } from "./request-store.ts";
import { isId, pageSize, standingMost } from "./rules.ts";
import type { Visitor } from "./session.ts";

/** Requests with the askers' own words, as far as their keys live, and with the names of those who left since. */
async function withNotes(deps: ConsentDeps, found: readonly MyRequest[]): Promise<readonly ShownRequest[]> {
  const names = await namesOfLeft(
    deps,
    found.map(({ asker }) => asker.id),
  );
  const keys = await deps.keys.findAll(found.filter(({ noteSealed }) => noteSealed !== null).map(({ id }) => id));
  return found.map((one) => {
    const key = keys.get(one.id);
    const asker = { ...one.asker, name: names.get(one.asker.id) ?? one.asker.name };
    return { ...one, asker, note: key && one.noteSealed ? openNote(key, one.id, one.noteSealed) : undefined };
  });
}

/** A visitor's requests, newest first. */
export async function readRequests(
  deps: ConsentDeps,
  visitor: Visitor,
  part: Part,
  most: number,
  after?: string,
): Promise<readonly ShownRequest[]> {
  return withNotes(deps, await deps.db.transaction("system", (tx) => requestsOf(tx, visitor, part, most, after)));
}

/** Whom a visitor lets ask no more, also such as left since. */
export async function readBlocks(deps: ConsentDeps, visitor: Visitor): Promise<readonly Blocked[]> {
  const found = await deps.db.transaction("system", (tx) => blocksOf(tx, visitor));
  const names = await namesOfLeft(
    deps,
    found.flatMap(({ asker }) => (asker ? [asker.id] : [])),
  );
  return found.map((one) =>
    one.asker ? { ...one, asker: { ...one.asker, name: names.get(one.asker.id) ?? one.asker.name } } : one,
  );
}

/** All that the page of one's own data shows. @param after id of the last request of the page before; anything else is the newest page */
export async function readHome(deps: ConsentDeps, visitor: Visitor, after: unknown) {
  const from = typeof after === "string" && isId(after) ? after : undefined;
  const live = from === undefined ? await readRequests(deps, visitor, "live", standingMost) : [];
  const page = await readRequests(deps, visitor, "over", pageSize + 1, from);
  const over = page.slice(0, pageSize);
  const blocks = await readBlocks(deps, visitor);
  const cases: readonly MyCase[] = await casesOf(deps, visitor);
  return {
    visitor,
    live,
    over,
    next: page.length > pageSize ? over.at(-1)?.id : undefined,
    isOlder: from !== undefined,
    blocks,
    cases,
  };
}
