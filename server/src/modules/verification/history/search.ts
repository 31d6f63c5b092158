import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { type SearchInterpretation, interpretSearch } from "@idanimo/contract/history-search";
import { startOfLagosDay } from "@idanimo/contract/date-format";
import type { HistoryStatus } from "@idanimo/contract/request-status";
import { type Actor, onlyRequestsOf } from "../../../http/call.ts";
import type { Database } from "../../../database/database.ts";
import { cursorUntilDay } from "../../../kernel/cursor.ts";
import type { Vault } from "../../../kernel/vault.ts";
import {
  type HistoryPage,
  searchHistoryRows,
  listHistoryRows,
  type HistorySearch,
  type HistorySlice,
  type TimedListing,
} from "./store.ts";
import { searchHashesOf } from "../../purchases/index.ts";
import { typedNumberHashes } from "./number-hashes.ts";
import { valueHashesOf } from "./value-hashes.ts";
import { matchWords, listingsOf, unmaskedListings, type WordMatches } from "./listings.ts";

/** Filters of the history and its search text. Days are in Lagos. */
export type HistoryFilter = {
  readonly type?: string | undefined;
  readonly status?: HistoryStatus | undefined;
  /** Only requests that this member made. */
  readonly memberId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
};

/** Whether every row of every type matches at any time. */
const matchesEveryRow = ({ listings }: WordMatches) =>
  listings.length === listingsOf(searchTypes).length && listings.every(({ onlyInTime }) => !onlyInTime);

const noConditions = {
  ranges: [],
  timeRanges: [],
  onlyOverdue: [],
  endings: [],
  hashes: [],
  unmaskedListings: [],
  labels: { hashes: [], listings: [] },
} as const;

/** Builds the search of an account's history; undefined if every row matches. */
export function buildSearch(
  vault: Vault,
  ownerId: string,
  { type, status, from, q = "" }: HistoryFilter,
  now: Date,
): HistorySearch | undefined {
  const types = searchTypes.filter((one) => type === undefined || catalogueRowOf(one).searchParameter === type);
  const since = from === undefined ? "-infinity" : startOfLagosDay(from);
  const filtered = matchWords([], types, status);
  if (q === "") {
    if (!matchesEveryRow(filtered)) return { ...noConditions, ...conditionsOf({ found: filtered }), since };
    return from === undefined ? undefined : { ...noConditions, timeRanges: [{ from: since, to: "infinity" }], since };
  }
  const read = interpretSearch(q, now).map((reading) => ({
    ...reading,
    found: matchWords(reading.words, types, status),
  }));
  const isEverything = read.some(
    ({ days, valueEnding: ending, found }) => !days && ending === undefined && matchesEveryRow(found),
  );
  if (isEverything && from === undefined) return undefined;
  const parts = read.map(conditionsOf);
  return {
    ranges: parts.flatMap(({ ranges }) => ranges),
    timeRanges: parts.flatMap(({ timeRanges }) => timeRanges),
    onlyOverdue: parts.flatMap(({ onlyOverdue }) => onlyOverdue),
    endings: parts.flatMap(({ endings }) => endings),
    hashes: [...valueHashesOf(vault, q, types), ...typedNumberHashes(vault, ownerId, q, types)],
    unmaskedListings: unmaskedListings(types, status),
    labels: { hashes: searchHashesOf(vault, ownerId, q), listings: timedListingsOf(filtered) },
    since,
  };
}

type SearchConditions = Pick<HistorySearch, "ranges" | "timeRanges" | "onlyOverdue" | "endings">;

/** The conditions of one interpretation. Days of every type become time ranges instead of one range per type. */
function conditionsOf({
  days,
  valueEnding: ending,
  found,
}: Partial<SearchInterpretation> & { readonly found: WordMatches }): SearchConditions {
  const nothing = { ranges: [], timeRanges: [], onlyOverdue: [], endings: [] };
  const within = <One extends object>(ones: readonly One[]) =>
    days ? days.flatMap((timeRange) => ones.map((one) => ({ ...one, within: timeRange }))) : ones;
  if (ending !== undefined) {
    return { ...nothing, endings: within(timedListingsOf(found).map((one) => ({ ...one, ending }))) };
  }
  if (days && matchesEveryRow(found)) return { ...nothing, timeRanges: days };
  return { ...nothing, ranges: within(found.listings), onlyOverdue: within(found.onlyOverdue) };
}

const timedListingsOf = ({ listings, onlyOverdue }: WordMatches): readonly TimedListing[] => [
  ...listings.map(({ onlyInTime, ...listing }) => ({ ...listing, when: onlyInTime ? "in_time" : "always" }) as const),
  ...onlyOverdue.map((listing) => ({ ...listing, when: "late" }) as const),
];

const emptyPage: HistoryPage = { rows: [], totals: { listed: 0, successful: 0, unsuccessful: 0 } };

/**
 * Reads the matching rows that the actor may list, newest first. @param skip rows to leave out, if there is no filter; a
 * filtered list uses `after`
 */
export function readHistory(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  actor: Actor,
  slice: HistorySlice,
  narrowing: HistoryFilter,
  skip = 0,
): Promise<HistoryPage> {
  const own = onlyRequestsOf(actor);
  const madeBy = own ?? narrowing.memberId ?? null;
  if (narrowing.memberId !== undefined && madeBy !== narrowing.memberId) return Promise.resolve(emptyPage); // a colleague's
  const search = buildSearch(vault, actor.ownerId, narrowing, new Date());
  const from = { ...slice, after: cursorUntilDay(slice.after, narrowing.to) };
  return search
    ? searchHistoryRows(db, actor, from, search, madeBy)
    : listHistoryRows(db, actor, from, { madeBy, skip });
}
