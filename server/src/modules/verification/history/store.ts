import type { SearchType } from "@idanimo/contract/catalogue";
import type { Stretch } from "@idanimo/contract/days";
import type { Database, NamedStatement } from "../../../database/database.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import type { StandingRow } from "../standing.ts";
import type { ListedAs, Place } from "./words.ts";

/** Queries and rows of the history, nothing decided. */

export type Row = StandingRow & {
  readonly id: string;
  readonly search_type: SearchType;
  readonly created_at: Date;
  readonly created_text: string;
  readonly value_masked: string;
  readonly search_sealed: Buffer | null;
  readonly now: Date;
};
export type Totals = { readonly listed: number; readonly successful: number; readonly unsuccessful: number };
export type Found = { readonly rows: readonly Row[]; readonly totals: Totals };

/** Which rows of the list: `most` behind a place in it. */
export type Slice = { readonly after: Cursor | undefined; readonly most: number };

type Timed = { readonly within?: Stretch };
/** Rows of one kind that are listed alike, within a time. */
export type Range = Place & Timed & { readonly onlyInTime?: boolean };
/** Rows of one place whose masked value ends so. */
export type Ending = Place & Timed & { readonly ending: string; readonly when: When };
/** Whether a row matches always, only until its time is over, or only from then on. */
type When = "always" | "in_time" | "late";
/** What is looked for; a row that fits any of these is found once. */
export type Search = {
  readonly ranges: readonly Range[];
  /** Times of which every row is meant, whatever its kind. */
  readonly stretches: readonly Stretch[];
  /** Places of which the rows are meant whose time is over though nothing says so yet. */
  readonly onlyLate: readonly (Place & Timed)[];
  /** Ends of masked values, each with the places in which it may be found. */
  readonly endings: readonly Ending[];
  /** Keyed hashes of the value, and the places in which it may be found. */
  readonly hashes: readonly Buffer[];
  readonly wholePlaces: readonly Place[];
};

/** Begins the list: nothing is newer. */
const newest: Cursor = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
const ever: Stretch = { from: "-infinity", to: "infinity" };

type Answer = { readonly [Name in keyof Row]: Row[Name] | null } & {
  readonly [Name in keyof Totals]: bigint | null;
};

async function read(db: Database, statement: NamedStatement): Promise<Found> {
  const answers = await db.named<Answer>(statement);
  const [first] = answers;
  const totals = {
    listed: Number(first?.listed ?? 0n),
    successful: Number(first?.successful ?? 0n),
    unsuccessful: Number(first?.unsuccessful ?? 0n),
  };
  return { rows: answers.filter(isRow), totals };
}
/** Without an id it is the line that only carries the totals. */
const isRow = (answer: Answer): answer is Row & Answer => answer.id !== null;

const sliceOf = (ownerId: string, { after = newest, most }: Slice) => [ownerId, after.at, after.id, most];
const keyOf = ({ type, as }: { readonly type: SearchType; readonly as: ListedAs }) => `${type} ${as}`;

/** When each of them begins, and when it ends. */
const timesOf = (timed: readonly Timed[]) => [
  timed.map(({ within = ever }) => within.from),
  timed.map(({ within = ever }) => within.to),
];

/** Rows of an account, newest first. @param skip rows left out before the first */
export function readList(db: Database, ownerId: string, slice: Slice, skip: number): Promise<Found> {
  return read(db, {
    name: "history_list",
    text: "select * from history_list($1, $2, $3, $4, $5)",
    values: [...sliceOf(ownerId, slice), skip],
  });
}

/** Rows of an account that fit, newest first. */
export function readFitting(db: Database, ownerId: string, slice: Slice, search: Search): Promise<Found> {
  const { ranges, stretches, onlyLate, endings, hashes, wholePlaces } = search;
  return read(db, {
    name: "history_search",
    text: "select * from history_search($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
    values: [
      ...sliceOf(ownerId, slice),
      ranges.map(({ type }) => type),
      ranges.map(({ as }) => as),
      ...timesOf(ranges),
      ranges.map(({ onlyInTime = false }) => onlyInTime),
      ...timesOf(stretches.map((within) => ({ within }))),
      onlyLate.map(keyOf),
      ...timesOf(onlyLate),
      hashes,
      wholePlaces.map(keyOf),
      endings.map(({ ending }) => ending),
      endings.map(keyOf),
      ...timesOf(endings),
      endings.map(({ when }) => when),
    ],
  });
}
