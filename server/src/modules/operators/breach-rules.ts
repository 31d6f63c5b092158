import { partsOfSearchType } from "@idanimo/contract/record-parts";
import type { BreachWindow, AffectedRequest } from "./breach-store.ts";

/** What a breach touched, counted. Pure. */

/** One person, as far as they are known: by the hash of their phone, or of their mail address. */
export const personKey = ({
  phoneHash,
  mailHash,
}: Pick<AffectedRequest, "phoneHash" | "mailHash">): string | undefined => (phoneHash ?? mailHash)?.toString("hex");

/**
 * The parts of the record that were there to be seen: all that was asked for, but what the person had left out before. Until their
 * yes every part stood sealed.
 */
export const exposedParts = (
  { searchType, withheld, decidedAt }: Pick<AffectedRequest, "searchType" | "withheld" | "decidedAt">,
  { since }: Pick<BreachWindow, "since">,
): readonly string[] =>
  partsOfSearchType(searchType)
    .map(({ part }) => part)
    .filter((part) => !(withheld.includes(part) && decidedAt !== null && decidedAt < since));

/** Counts that grow request by request. Of people and accounts they keep hashes and ids, so that nobody counts twice. */
export type Tally = {
  requests: number;
  readonly people: Set<string>;
  /** Requests that hold a person nobody was asked for, so that it cannot be said who. */
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

/** Counts one more request. */
export function addToTally(tally: Tally, one: AffectedRequest): void {
  const person = personKey(one);
  tally.requests += 1;
  if (person !== undefined) tally.people.add(person);
  else if (partsOfSearchType(one.searchType).length > 0) tally.unidentified += 1;
  tally.accounts.add(one.ownerId);
  if (one.opened > 0) tally.opened += 1;
  tally.openings += one.opened;
}

/** Groups of counts by a name. */
export type TallyGroups = Map<string, Tally>;

/** Counts one more request of a group. */
export function addToGroup(groups: TallyGroups, name: string, one: AffectedRequest): void {
  const group = groups.get(name) ?? createTally();
  groups.set(name, group);
  addToTally(group, one);
}

/** The largest group first. */
export const sortBySize = (groups: TallyGroups): readonly (readonly [string, Tally])[] =>
  [...groups].toSorted(([one, left], [other, right]) => right.requests - left.requests || one.localeCompare(other));
