import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { type SearchInterpretation, interpretSearch } from "@idanimo/contract/history-search";
import type { Database } from "../../../database/database.ts";
import type { Vault } from "../../../kernel/vault.ts";
import {
  type HistoryPage,
  searchHistoryRows,
  listHistoryRows,
  type HistorySearch,
  type HistorySlice,
} from "./store.ts";
import { typedNumberHashes } from "./number-hashes.ts";
import { valueHashesOf } from "./value-hashes.ts";
import { matchWords, listingsOf, unmaskedListings, type WordMatches } from "./listings.ts";

/** Filters of the history: a type (one of the filter entries) and search text. */
export type HistoryFilter = { readonly type?: string | undefined; readonly q?: string | undefined };

/** Whether every row of every type matches at any time. */
const matchesEveryRow = ({ listings }: WordMatches) =>
  listings.length === listingsOf(searchTypes).length && listings.every(({ onlyInTime }) => !onlyInTime);

/** Builds the search for a filter; undefined if every row matches. */
export function buildSearch(
  vault: Vault,
  ownerId: string,
  { type, q = "" }: HistoryFilter,
  now: Date,
): HistorySearch | undefined {
  const types = searchTypes.filter((one) => type === undefined || catalogueRowOf(one).searchParameter === type);
  const nothing = { ranges: [], timeRanges: [], onlyOverdue: [], endings: [], hashes: [], unmaskedListings: [] };
  if (q === "") return type === undefined ? undefined : { ...nothing, ranges: listingsOf(types) };
  const read = interpretSearch(q, now).map((reading) => ({ ...reading, found: matchWords(reading.words, types) }));
  if (read.some(({ days, valueEnding: ending, found }) => !days && ending === undefined && matchesEveryRow(found)))
    return undefined;
  const parts = read.map(conditionsOf);
  return {
    ranges: parts.flatMap(({ ranges }) => ranges),
    timeRanges: parts.flatMap(({ timeRanges }) => timeRanges),
    onlyOverdue: parts.flatMap(({ onlyOverdue }) => onlyOverdue),
    endings: parts.flatMap(({ endings }) => endings),
    hashes: [...valueHashesOf(vault, q, types), ...typedNumberHashes(vault, ownerId, q, types)],
    unmaskedListings: unmaskedListings(types),
  };
}

type SearchConditions = Pick<HistorySearch, "ranges" | "timeRanges" | "onlyOverdue" | "endings">;

/** The conditions of one interpretation. Days of every type become time ranges instead of one range per type. */
function conditionsOf({
  days,
  valueEnding: ending,
  found,
}: SearchInterpretation & { readonly found: WordMatches }): SearchConditions {
  const nothing = { ranges: [], timeRanges: [], onlyOverdue: [], endings: [] };
  const within = <One extends object>(ones: readonly One[]) =>
    days ? days.flatMap((timeRange) => ones.map((one) => ({ ...one, within: timeRange }))) : ones;
  if (ending !== undefined) {
    const places = found.listings.map(
      ({ onlyInTime, ...place }) => ({ ...place, when: onlyInTime ? "in_time" : "always" }) as const,
    );
    const late = found.onlyOverdue.map((listing) => ({ ...listing, when: "late" }) as const);
    return { ...nothing, endings: within([...places, ...late].map((one) => ({ ...one, ending }))) };
  }
  if (days && matchesEveryRow(found)) return { ...nothing, timeRanges: days };
  return { ...nothing, ranges: within(found.listings), onlyOverdue: within(found.onlyOverdue) };
}

/**
 * Reads the matching rows of an account, newest first. @param skip rows to leave out, if there is no filter; a
 * filtered list uses `after`
 */
export function readHistory(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  ownerId: string,
  slice: HistorySlice,
  narrowing: HistoryFilter,
  skip = 0,
): Promise<HistoryPage> {
  const search = buildSearch(vault, ownerId, narrowing, new Date());
  return search ? searchHistoryRows(db, ownerId, slice, search) : listHistoryRows(db, ownerId, slice, skip);
}
