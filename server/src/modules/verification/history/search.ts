import { rowOf, searchTypes } from "@idanimo/contract/catalogue";
import { type Reading, readingsOf } from "@idanimo/contract/history-search";
import type { Database } from "../../../database/database.ts";
import type { Vault } from "../../../kernel/vault.ts";
import { type Found, readFitting, readList, type Search, type Slice } from "./store.ts";
import { hashesOf } from "./values.ts";
import { matchWords, placesOf, wholePlaces, type WordMatches } from "./words.ts";

/** What a page of the history is narrowed by: one of the source's filter entries, and what was typed. */
export type Narrowing = { readonly type?: string | undefined; readonly q?: string | undefined };

/** Whether every row of every kind is meant, whatever its time. */
const isEvery = ({ places }: WordMatches) =>
  places.length === placesOf(searchTypes).length && places.every(({ onlyInTime }) => !onlyInTime);

/** What fits a narrowing; undefined where every row does. */
export function searchOf(vault: Vault, { type, q = "" }: Narrowing, now: Date): Search | undefined {
  const types = searchTypes.filter((one) => type === undefined || rowOf(one).searchParameter === type);
  const nothing = { ranges: [], stretches: [], onlyLate: [], endings: [], hashes: [], wholePlaces: [] };
  if (q === "") return type === undefined ? undefined : { ...nothing, ranges: placesOf(types) };
  const read = readingsOf(q, now).map((reading) => ({ ...reading, found: matchWords(reading.words, types) }));
  if (read.some(({ days, ending, found }) => !days && ending === undefined && isEvery(found))) return undefined;
  const parts = read.map(whereOf);
  return {
    ranges: parts.flatMap(({ ranges }) => ranges),
    stretches: parts.flatMap(({ stretches }) => stretches),
    onlyLate: parts.flatMap(({ onlyLate }) => onlyLate),
    endings: parts.flatMap(({ endings }) => endings),
    hashes: hashesOf(vault, q, types),
    wholePlaces: wholePlaces(types),
  };
}

type Where = Pick<Search, "ranges" | "stretches" | "onlyLate" | "endings">;

/** Where the rows of one reading are. Days of every kind are read as they come, without a range for each kind. */
function whereOf({ days, ending, found }: Reading & { readonly found: WordMatches }): Where {
  const nothing = { ranges: [], stretches: [], onlyLate: [], endings: [] };
  const within = <One extends object>(ones: readonly One[]) =>
    days ? days.flatMap((stretch) => ones.map((one) => ({ ...one, within: stretch }))) : ones;
  if (ending !== undefined) {
    const places = found.places.map(
      ({ onlyInTime, ...place }) => ({ ...place, when: onlyInTime ? "in_time" : "always" }) as const,
    );
    const late = found.onlyLate.map((place) => ({ ...place, when: "late" }) as const);
    return { ...nothing, endings: within([...places, ...late].map((one) => ({ ...one, ending }))) };
  }
  if (days && isEvery(found)) return { ...nothing, stretches: days };
  return { ...nothing, ranges: within(found.places), onlyLate: within(found.onlyLate) };
}

/** Rows of an account that a narrowing leaves, newest first. @param skip rows left out of a whole list; a narrowed one begins at `after` */
export function readNarrowed(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  ownerId: string,
  slice: Slice,
  narrowing: Narrowing,
  skip = 0,
): Promise<Found> {
  const search = searchOf(vault, narrowing, new Date());
  return search ? readFitting(db, ownerId, slice, search) : readList(db, ownerId, slice, skip);
}
