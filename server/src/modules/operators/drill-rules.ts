import { partsOf } from "@idanimo/contract/record-parts";
import type { Stretch, Touched } from "./drill-store.ts";

/** What a breach touched, counted. Pure. */

/** One person, as far as they are known: by the hash of their phone, or of their mail address. */
export const personOf = ({ phoneHash, mailHash }: Pick<Touched, "phoneHash" | "mailHash">): string | undefined =>
  (phoneHash ?? mailHash)?.toString("hex");

/**
 * The parts of the record that were there to be seen: all that was asked for, but what the person had left out before. Until their
 * yes every part stood sealed.
 */
export const partsThere = (
  { searchType, withheld, decidedAt }: Pick<Touched, "searchType" | "withheld" | "decidedAt">,
  { since }: Pick<Stretch, "since">,
): readonly string[] =>
  partsOf(searchType)
    .map(({ part }) => part)
    .filter((part) => !(withheld.includes(part) && decidedAt !== null && decidedAt < since));

/** Counts that grow request by request. Of people and accounts they keep hashes and ids, so that nobody counts twice. */
export type Tally = {
  requests: number;
  readonly people: Set<string>;
  /** Requests that hold a person nobody was asked for, so that it cannot be said who. */
  nameless: number;
  readonly accounts: Set<string>;
  opened: number;
  times: number;
};

export const newTally = (): Tally => ({
  requests: 0,
  people: new Set(),
  nameless: 0,
  accounts: new Set(),
  opened: 0,
  times: 0,
});

/** Counts one more request. */
export function addTo(tally: Tally, one: Touched): void {
  const person = personOf(one);
  tally.requests += 1;
  if (person !== undefined) tally.people.add(person);
  else if (partsOf(one.searchType).length > 0) tally.nameless += 1;
  tally.accounts.add(one.ownerId);
  if (one.opened > 0) tally.opened += 1;
  tally.times += one.opened;
}

/** Groups of counts by a name. */
export type Groups = Map<string, Tally>;

/** Counts one more request of a group. */
export function addToGroup(groups: Groups, name: string, one: Touched): void {
  const group = groups.get(name) ?? newTally();
  groups.set(name, group);
  addTo(group, one);
}

/** The largest group first. */
export const largestFirst = (groups: Groups): readonly (readonly [string, Tally])[] =>
  [...groups].toSorted(([one, left], [other, right]) => right.requests - left.requests || one.localeCompare(other));
