import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { requestStatusText, isExpired, type RequestStatus } from "@idanimo/contract/request-status";
import { searchableText, containsAllWords } from "@idanimo/contract/history-search";
import { outcomes, type Outcome } from "@idanimo/contract/verification-states";
import { consentStatusOf, historyStatusOf } from "../request-status.ts";

/**
 * What the words of a history row are, for each way in which a row can be listed. A row's kind and its `listed_as` say how it reads,
 * but for the time between the moment a record is over and the job that writes it down: then it reads as late.
 */

/** How an item is listed: `purchase_items.listed_as`. */
export type ListedAs = Outcome | "WAITING" | "GONE" | "WITHDRAWN";
/** Rows of one kind that are listed alike: a range of an index. */
export type Listing = { readonly type: SearchType; readonly as: ListedAs };

const commonListedAs: readonly ListedAs[] = [...outcomes, "GONE"];
/** All the ways in which rows of a kind can be listed. */
const listedAsValuesOf = (type: SearchType) =>
  catalogueRowOf(type).consent ? ([...commonListedAs, "WAITING", "WITHDRAWN"] as const) : commonListedAs;
export const listingsOf = (types: readonly SearchType[]): readonly Listing[] =>
  types.flatMap((type) => listedAsValuesOf(type).map((as) => ({ type, as })));

const [past, now, future] = [new Date(0), new Date(1), new Date(2)];

/** Where such a row stands. @param late its time is over, and no job has said so yet */
function statusOfListing({ type, as }: Listing, late: boolean): RequestStatus {
  const isDelivered = as === "DELIVERED" || as === "GONE" || as === "WITHDRAWN";
  const standing = {
    state: as === "WAITING" ? ("awaiting_consent" as const) : ("closed" as const),
    outcome: as === "WAITING" ? null : isDelivered ? ("DELIVERED" as const) : as,
    deadline: late ? past : future,
    goneAt: isDelivered ? (late || as !== "DELIVERED" ? past : future) : null,
  };
  if (!catalogueRowOf(type).consent) return { ...standing, consent: null };
  const consents = {
    WAITING: "pending",
    DELIVERED: "granted",
    GONE: "granted",
    NO_DATA: "no_data_found",
    DENIED: "denied",
  } as const;
  const known: Readonly<Record<string, (typeof consents)[keyof typeof consents]>> = consents;
  return { ...standing, consent: known[as] ?? "terminated" };
}

/** Everything rows of a place say of themselves besides their date and value. */
function listingText(place: Listing, late: boolean): string {
  const standing = statusOfListing(place, late);
  return searchableText({
    searchType: place.type,
    consent: consentStatusOf(standing),
    status: historyStatusOf(standing, now),
    action: requestStatusText(standing, now),
  });
}

const canBeOverdue = ({ as }: Listing) => as === "WAITING" || as === "DELIVERED";

/** Places whose rows say some words, each as a part of one of theirs. */
export type WordMatches = {
  /** Whether the row matches only as long as its record is not over. */
  readonly listings: readonly (Listing & { readonly onlyInTime: boolean })[];
  /** Rows that match only where their time is over already. */
  readonly onlyOverdue: readonly Listing[];
};

/** @param words in small letters, of which every one must be found; without any, every place is */
export function matchWords(words: readonly string[], types: readonly SearchType[]): WordMatches {
  const fits = (place: Listing, late: boolean) => containsAllWords(listingText(place, late), words);
  const listings = listingsOf(types).filter((place) => fits(place, false));
  return {
    listings: listings.map((place) => ({ ...place, onlyInTime: canBeOverdue(place) && !fits(place, true) })),
    onlyOverdue: listingsOf(types).filter((place) => canBeOverdue(place) && !fits(place, false) && fits(place, true)),
  };
}

/** Places whose rows still show their whole value. Source: design 2, "Personal data". */
export const unmaskedListings = (types: readonly SearchType[]): readonly Listing[] =>
  listingsOf(types).filter((place) => !isExpired(statusOfListing(place, false), now));
