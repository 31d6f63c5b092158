import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import { actionText, isExpired, type Standing } from "@idanimo/contract/expiry";
import * as texts from "@idanimo/contract/texts";
import { isRefunded, outcomes, type Outcome } from "@idanimo/contract/verification-states";
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

/** Everything a row says of itself besides its date and value, in small letters. Source: DASH-09 to DASH-15. */
function wordsOf(place: Place, late: boolean): string {
  const { historyType, searchParameter, label } = rowOf(place.type);
  const standing = standingAs(place, late);
  const returned = standing.outcome !== null && isRefunded(standing.outcome) ? [texts.rowRefunded] : [];
  const states = [consentWord(standing), statusWord(standing, now), actionText(standing, now), ...returned];
  return [historyType, searchParameter, label, ...states].join(" ").toLowerCase();
}

const canBeLate = ({ as }: Place) => as === "WAITING" || as === "DELIVERED";

/** Places whose rows read so, each word as a part of one of theirs. */
export type WordMatches = {
  /** Whether the row matches only as long as its record is not over. */
  readonly places: readonly (Place & { readonly onlyInTime: boolean })[];
  /** Rows that match only where their time is over already. */
  readonly onlyLate: readonly Place[];
};

/** @param typed what stands in the search box, of which every word must be found */
export function matchWords(typed: string, types: readonly SearchType[]): WordMatches {
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (place: Place, late: boolean) => {
    const words = wordsOf(place, late);
    return asked.every((word) => words.includes(word));
  };
  const places = placesOf(types).filter((place) => fits(place, false));
  return {
    places: places.map((place) => ({ ...place, onlyInTime: canBeLate(place) && !fits(place, true) })),
    onlyLate: placesOf(types).filter((place) => canBeLate(place) && !fits(place, false) && fits(place, true)),
  };
}

/** Places whose rows still show their whole value. Source: design 2, "Personal data". */
export const wholePlaces = (types: readonly SearchType[]): readonly Place[] =>
  placesOf(types).filter((place) => !isExpired(standingAs(place, false), now));
