import { rowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import type { Database } from "../../../database/database.ts";
import type { Vault } from "../../../kernel/vault.ts";
import { daysOf } from "./days.ts";
import { type Found, readFitting, readList, type Search, type Slice } from "./store.ts";
import { hashesOf } from "./values.ts";
import { matchWords, placesOf, wholePlaces } from "./words.ts";

/** What a page of the history is narrowed by: one of the source's filter entries, and what was typed. */
export type Narrowing = { readonly type?: string | undefined; readonly q?: string | undefined };

/** Whether two lists of places are the same ones. */
const isAll = (places: readonly object[], types: readonly SearchType[]) => places.length === placesOf(types).length;

/** What fits a narrowing; undefined where every row does. */
export function searchOf(vault: Vault, { type, q = "" }: Narrowing, now: Date): Search | undefined {
  const types = searchTypes.filter((one) => type === undefined || rowOf(one).searchParameter === type);
  const nothing = { ranges: [], stretches: [], onlyLate: [], hashes: [], wholePlaces: [] };
  if (q === "") return type === undefined ? undefined : { ...nothing, ranges: placesOf(types) };
  const words = matchWords(q, types);
  const isEvery = isAll(words.places, types) && words.places.every(({ onlyInTime }) => !onlyInTime);
  if (isEvery && type === undefined) return undefined;
  const days = daysOf(q, now.getUTCFullYear());
  const daysOfTypes =
    type === undefined ? [] : days.flatMap((within) => placesOf(types).map((place) => ({ ...place, within })));
  return {
    ranges: [...words.places, ...daysOfTypes],
    stretches: type === undefined ? days : [],
    onlyLate: words.onlyLate,
    hashes: hashesOf(vault, q, types),
    wholePlaces: wholePlaces(types),
  };
}

/** Rows of an account that a narrowing leaves, newest first. */
export function readNarrowed(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  ownerId: string,
  slice: Slice,
  narrowing: Narrowing,
): Promise<Found> {
  const search = searchOf(vault, narrowing, new Date());
  return search ? readFitting(db, ownerId, slice, search) : readList(db, ownerId, slice);
}
