import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { checkAgain } from "@idanimo/contract/check-again";
import type { OutputOf } from "@idanimo/contract/operation";
import { type Draft, emptyDraft, fieldsOf, type ProfileOffer } from "./rules.ts";

/** What is known of a request that is to be repeated. */
export type RepeatedRequest = OutputOf<typeof checkAgain>;

/**
 * The form for repeating a request: its type, purpose and label, and its values while they may still be shown. Empty if
 * the type is not offered now.
 */
export function draftToRepeat(repeated: RepeatedRequest, profiles: readonly ProfileOffer[]): Draft {
  const { searchType, values, expectedName } = repeated;
  if (!isOffered(searchType, profiles)) return emptyDraft;
  const names = fieldsOf(searchType);
  return {
    ...emptyDraft,
    types: [searchType],
    values: Object.fromEntries(Object.entries(values).filter(([name]) => names.some((known) => known === name))),
    options: catalogueRowOf(searchType).options.filter((option) => repeated.options.includes(option)),
    purposeCode: repeated.purpose ?? "",
    purposeNote: repeated.note ?? "",
    label: repeated.label ?? "",
    hasExpectedName: expectedName !== null,
    expectedName: { ...emptyDraft.expectedName, ...expectedName },
  };
}

/** What the user reads above the form. */
export function repeatHint(repeated: RepeatedRequest, profiles: readonly ProfileOffer[]): string {
  const { label } = catalogueRowOf(repeated.searchType);
  if (!isOffered(repeated.searchType, profiles)) return `${label} cannot be repeated here now. Choose another check.`;
  return repeated.isErased
    ? `The form for ${label} is open with your reason and label. We deleted the number when the request ended. Enter it again.`
    : `The form for ${label} is filled in from your earlier request. Check it before you pay: this is a new check.`;
}

const isOffered = (type: SearchType, profiles: readonly ProfileOffer[]): boolean =>
  profiles.some(({ offers }) => offers.some((offer) => offer.type === type && offer.availability !== "not_offered"));
