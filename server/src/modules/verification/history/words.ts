import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import { actionText, isExpired, type Standing } from "@idanimo/contract/expiry";
import { rowWords, saysAll } from "@idanimo/contract/history-search";
import { outcomes, type Outcome } from "@idanimo/contract/verification-states";
import { consentWord, statusWord } from "../standing.ts";

/**
 * What the words of a history row are, for each way in which a row can be listed. A row's kind and its `listed_as` say how it reads,
 * but for the time between the moment a record is over and the job that writes it down: then it reads as late.
 */

/** How an item is listed: `purchase_items.listed_as`. */
export type ListedAs = Outcome | "WAITING" | "GONE" | "WITHDRAWN";
/** Rows of one kind that are listed alike: a range of an index. */
export type Place = { readonly type: SearchType; readonly as: ListedAs };

const always: readonly ListedAs[] = [...outcomes, "GONE"];
/** All the ways in which rows of a kind can be listed. */
const waysOf = (type: SearchType) => (rowOf(type).consent ? ([...always, "WAITING", "WITHDRAWN"] as const) : always);
export const placesOf = (types: readonly SearchType[]): readonly Place[] =>
  types.flatMap((type) => waysOf(type).map((as) => ({ type, as })));

const [past, now, future] = [new Date(0), new Date(1), new Date(2)];

/** Where such a row stands. @param late its time is over, and no job has said so yet */
function standingAs({ type, as }: Place, late: boolean): Standing {
  const isDelivered = as === "DELIVERED" || as === "GONE" || as === "WITHDRAWN";
  const standing = {
    state: as === "WAITING" ? ("awaiting_consent" as const) : ("closed" as const),
    outcome: as === "WAITING" ? null : isDelivered ? ("DELIVERED" as const) : as,
    deadline: late ? past : future,
    goneAt: isDelivered ? (late || as !== "DELIVERED" ? past : future) : null,
  };
  if (!rowOf(type).consent) return { ...standing, consent: null };
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
function wordsOf(place: Place, late: boolean): string {
  const standing = standingAs(place, late);
  return rowWords({
    searchType: place.type,
    consent: consentWord(standing),
    status: statusWord(standing, now),
    action: actionText(standing, now),
  });
}

const canBeLate = ({ as }: Place) => as === "WAITING" || as === "DELIVERED";

/** Places whose rows say some words, each as a part of one of theirs. */
export type WordMatches = {
  /** Whether the row matches only as long as its record is not over. */
  readonly places: readonly (Place & { readonly onlyInTime: boolean })[];
  /** Rows that match only where their time is over already. */
  readonly onlyLate: readonly Place[];
};

/** @param words in small letters, of which every one must be found; without any, every place is */
export function matchWords(words: readonly string[], types: readonly SearchType[]): WordMatches {
  const fits = (place: Place, late: boolean) => saysAll(wordsOf(place, late), words);
  const places = placesOf(types).filter((place) => fits(place, false));
  return {
    places: places.map((place) => ({ ...place, onlyInTime: canBeLate(place) && !fits(place, true) })),
    onlyLate: placesOf(types).filter((place) => canBeLate(place) && !fits(place, false) && fits(place, true)),
  };
}

/** Places whose rows still show their whole value. Source: design 2, "Personal data". */
export const wholePlaces = (types: readonly SearchType[]): readonly Place[] =>
  placesOf(types).filter((place) => !isExpired(standingAs(place, false), now));
