import type { SearchType } from "@idanimo/contract/catalogue";
import type { TimeRange } from "@idanimo/contract/parse-days";
import type { Actor } from "../../../http/call.ts";
import type { Database, NamedStatement } from "../../../database/database.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import type { RequestStatusRow } from "../request-status.ts";
import type { ListedAs, Listing } from "./listings.ts";

/** Queries for the history. No decisions here. */

export type HistoryRow = RequestStatusRow & {
  readonly id: string;
  readonly search_type: SearchType;
  readonly created_at: Date;
  readonly created_text: string;
  readonly value_masked: string;
  readonly search_sealed: Buffer | null;
  readonly label_sealed: Buffer | null;
  readonly expected_name_sealed: Buffer | null;
  readonly made_by_user_id: string | null;
  readonly now: Date;
};
export type HistoryTotals = { readonly listed: number; readonly successful: number; readonly unsuccessful: number };
export type HistoryPage = { readonly rows: readonly HistoryRow[]; readonly totals: HistoryTotals };

/** `most` rows after a cursor. */
export type HistorySlice = { readonly after: Cursor | undefined; readonly most: number };

type WithinTime = { readonly within?: TimeRange };
/** Rows of one listing within a time range. */
export type ListingRange = Listing & WithinTime & { readonly onlyInTime?: boolean };
/** Rows of one listing whose masked value has this ending. */
export type MaskedEnding = TimedListing & WithinTime & { readonly ending: string };
/** Rows of one listing, always or only before or after they expire. */
export type TimedListing = Listing & { readonly when: MatchTime };
/** Whether a row matches always, only until it expires, or only afterwards. */
type MatchTime = "always" | "in_time" | "late";
/** Search conditions; a row that meets several is returned once. */
export type HistorySearch = {
  readonly ranges: readonly ListingRange[];
  /** Time ranges in which every row matches, whatever its type. */
  readonly timeRanges: readonly TimeRange[];
  /** Listings whose expired but not yet marked rows match. */
  readonly onlyOverdue: readonly (Listing & WithinTime)[];
  /** Endings of masked values, each with the listing to search. */
  readonly endings: readonly MaskedEnding[];
  /** Keyed hashes of the value; they match rows of `unmaskedListings` only. */
  readonly hashes: readonly Buffer[];
  readonly unmaskedListings: readonly Listing[];
  /** Keyed hashes of words that a label must all have, and the listings to search. */
  readonly labels: { readonly hashes: readonly Buffer[]; readonly listings: readonly TimedListing[] };
  /** No row is older than this. */
  readonly since: string;
};

/** Cursor before the newest row. */
const listStart: Cursor = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
const allTime: TimeRange = { from: "-infinity", to: "infinity" };

type HistoryQueryRow = { readonly [Name in keyof HistoryRow]: HistoryRow[Name] | null } & {
  readonly [Name in keyof HistoryTotals]: bigint | null;
};

async function runHistoryQuery(db: Database, statement: NamedStatement): Promise<HistoryPage> {
  const results = await db.queryNamed<HistoryQueryRow>(statement);
  const [first] = results;
  const totals = {
    listed: Number(first?.listed ?? 0n),
    successful: Number(first?.successful ?? 0n),
    unsuccessful: Number(first?.unsuccessful ?? 0n),
  };
  return { rows: results.filter(isHistoryRow), totals };
}
/** A row without an id only carries the totals. */
const isHistoryRow = (answer: HistoryQueryRow): answer is HistoryRow & HistoryQueryRow => answer.id !== null;

const sliceParameters = ({ ownerId }: Actor, { after = listStart, most }: HistorySlice) => [
  ownerId,
  after.at,
  after.id,
  most,
];
const listingKeyOf = ({ type, as }: { readonly type: SearchType; readonly as: ListedAs }) => `${type} ${as}`;

/** Their starts and ends, as two arrays. */
const timeBoundsOf = (timed: readonly WithinTime[]) => [
  timed.map(({ within = allTime }) => within.from),
  timed.map(({ within = allTime }) => within.to),
];

/** The owner's rows, newest first, of one member or of all. @param skip rows to leave out at the start */
export function listHistoryRows(
  db: Database,
  actor: Actor,
  slice: HistorySlice,
  { madeBy, skip }: { readonly madeBy: string | null; readonly skip: number },
): Promise<HistoryPage> {
  return runHistoryQuery(db, {
    name: "history_list",
    text: "select * from history_list($1, $2, $3, $4, $5, $6)",
    values: [...sliceParameters(actor, slice), skip, madeBy],
  });
}

/** The owner's rows that match, newest first, of one member or of all. */
export function searchHistoryRows(
  db: Database,
  actor: Actor,
  slice: HistorySlice,
  search: HistorySearch,
  madeBy: string | null,
): Promise<HistoryPage> {
  const { ranges, timeRanges, onlyOverdue, endings, hashes, unmaskedListings, labels, since } = search;
  return runHistoryQuery(db, {
    name: "history_search",
    text: "select * from history_search($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)",
    values: [
      ...sliceParameters(actor, slice),
      ranges.map(({ type }) => type),
      ranges.map(({ as }) => as),
      ...timeBoundsOf(ranges),
      ranges.map(({ onlyInTime = false }) => onlyInTime),
      ...timeBoundsOf(timeRanges.map((within) => ({ within }))),
      onlyOverdue.map(listingKeyOf),
      ...timeBoundsOf(onlyOverdue),
      hashes,
      unmaskedListings.map(listingKeyOf),
      endings.map(({ ending }) => ending),
      endings.map(listingKeyOf),
      ...timeBoundsOf(endings),
      endings.map(({ when }) => when),
      labels.hashes,
      labels.listings.map(listingKeyOf),
      labels.listings.map(({ when }) => when),
      since,
      madeBy,
    ],
  });
}
