import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { type HistoryStatus, requestStatusText, isExpired, type RequestStatus } from "@idanimo/contract/request-status";
import { searchableText, containsAllWords } from "@idanimo/contract/history-search";
import { outcomes, type Outcome } from "@idanimo/contract/verification-states";
import { consentStatusOf, historyStatusOf } from "../request-status.ts";

/**
 * The text of a history row for each listing. It follows from the search type and `listed_as`, except between the
 * expiry of a record and the job that marks it: the row then reads as expired.
 */

/** How an item is listed: `purchase_items.listed_as`. */
export type ListedAs = Outcome | "WAITING" | "EXPIRED" | "WITHDRAWN";
/** Rows of one search type with the same `listed_as`: a range of an index. */
export type Listing = { readonly type: SearchType; readonly as: ListedAs };

const commonListedAs: readonly ListedAs[] = [...outcomes, "EXPIRED"];
const listedAsValuesOf = (type: SearchType) =>
  catalogueRowOf(type).consent ? ([...commonListedAs, "WAITING", "WITHDRAWN"] as const) : commonListedAs;
export const listingsOf = (types: readonly SearchType[]): readonly Listing[] =>
  types.flatMap((type) => listedAsValuesOf(type).map((as) => ({ type, as })));

const [past, now, future] = [new Date(0), new Date(1), new Date(2)];

/** The status of a listing's rows. @param late whether they are expired but not yet marked by a job */
function statusOfListing({ type, as }: Listing, late: boolean): RequestStatus {
  const isDelivered = as === "DELIVERED" || as === "EXPIRED" || as === "WITHDRAWN";
  const state = {
    state: as === "WAITING" ? ("awaiting_consent" as const) : ("closed" as const),
    outcome: as === "WAITING" ? null : isDelivered ? ("DELIVERED" as const) : as,
    deadline: late ? past : future,
    goneAt: isDelivered ? (late || as !== "DELIVERED" ? past : future) : null,
    isFree: catalogueRowOf(type).isFree === true,
  };
  if (!catalogueRowOf(type).consent) return { ...state, consent: null };
  const consents = {
    WAITING: "pending",
    DELIVERED: "granted",
    EXPIRED: "granted",
    NO_DATA: "no_data_found",
    DENIED: "denied",
  } as const;
  const known: Readonly<Record<string, (typeof consents)[keyof typeof consents]>> = consents;
  return { ...state, consent: known[as] ?? "terminated" };
}

/** The searchable text of a listing's rows, without date and value. */
function listingText(listing: Listing, late: boolean): string {
  const status = statusOfListing(listing, late);
  return searchableText({
    searchType: listing.type,
    consent: consentStatusOf(status),
    status: historyStatusOf(status, now),
    action: requestStatusText(status, now),
  });
}

const canBeOverdue = ({ as }: Listing) => as === "WAITING" || as === "DELIVERED";

const hasStatus = (listing: Listing, late: boolean, status: HistoryStatus | undefined) =>
  status === undefined || requestStatusText(statusOfListing(listing, late), now) === status;

/** Listings whose text contains all the words. */
export type WordMatches = {
  /** Whether rows match only until they expire. */
  readonly listings: readonly (Listing & { readonly onlyInTime: boolean })[];
  /** Listings whose rows match only after they expire. */
  readonly onlyOverdue: readonly Listing[];
};

/**
 * @param words in lower case; all must occur. Without words every listing matches.
 * @param status if given, only rows with it match
 */
export function matchWords(
  words: readonly string[],
  types: readonly SearchType[],
  status?: HistoryStatus,
): WordMatches {
  const fits = (listing: Listing, late: boolean) =>
    hasStatus(listing, late, status) && containsAllWords(listingText(listing, late), words);
  const listings = listingsOf(types).filter((listing) => fits(listing, false));
  return {
    listings: listings.map((listing) => ({ ...listing, onlyInTime: canBeOverdue(listing) && !fits(listing, true) })),
    onlyOverdue: listingsOf(types).filter(
      (listing) => canBeOverdue(listing) && !fits(listing, false) && fits(listing, true),
    ),
  };
}

/** Listings whose rows show the complete value. */
export const unmaskedListings = (types: readonly SearchType[], status?: HistoryStatus): readonly Listing[] =>
  listingsOf(types).filter(
    (listing) => hasStatus(listing, false, status) && !isExpired(statusOfListing(listing, false), now),
  );
