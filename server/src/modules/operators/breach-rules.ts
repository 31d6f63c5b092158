import { partsOfSearchType } from "@idanimo/contract/record-parts";
import type { BreachWindow, AffectedRequest } from "./breach-store.ts";

/** Counts what a breach affected. Pure. */

/** Identifies a person by the hash of their phone, or else of their email address. */
export const personKey = ({
  phoneHash,
  mailHash,
}: Pick<AffectedRequest, "phoneHash" | "mailHash">): string | undefined => (phoneHash ?? mailHash)?.toString("hex");

/**
 * Parts of the record that were exposed: the granted ones, if the person decided before the breach. Until then every
 * part that the request can show is stored.
 */
export const exposedParts = (
  {
    searchType,
    storedParts,
    grantedParts,
    decidedAt,
  }: Pick<AffectedRequest, "searchType" | "storedParts" | "grantedParts" | "decidedAt">,
  { since }: Pick<BreachWindow, "since">,
): readonly string[] => {
  if (grantedParts.length > 0 && decidedAt !== null && decidedAt < since) return grantedParts;
  return storedParts.length > 0 ? storedParts : partsOfSearchType(searchType); // ended before parts were stored
};

/** Running counts. People and accounts are sets of hashes and ids, so that each counts once. */
export type Tally = {
  requests: number;
  readonly people: Set<string>;
  /** Requests about a person who was never contacted and so cannot be identified. */
  unidentified: number;
  readonly accounts: Set<string>;
  opened: number;
  openings: number;
};

export const createTally = (): Tally => ({
  requests: 0,
  people: new Set(),
  unidentified: 0,
  accounts: new Set(),
  opened: 0,
  openings: 0,
});

export function addToTally(tally: Tally, one: AffectedRequest): void {
  const person = personKey(one);
  tally.requests += 1;
  if (person !== undefined) tally.people.add(person);
  else if (partsOfSearchType(one.searchType).length > 0) tally.unidentified += 1;
  tally.accounts.add(one.ownerId);
  if (one.opened > 0) tally.opened += 1;
  tally.openings += one.opened;
}

/** Tallies by group name. */
export type TallyGroups = Map<string, Tally>;

export function addToGroup(groups: TallyGroups, name: string, one: AffectedRequest): void {
  const group = groups.get(name) ?? createTally();
  groups.set(name, group);
  addToTally(group, one);
}

export const sortBySize = (groups: TallyGroups): readonly (readonly [string, Tally])[] =>
  [...groups].toSorted(([one, left], [other, right]) => right.requests - left.requests || one.localeCompare(other));
