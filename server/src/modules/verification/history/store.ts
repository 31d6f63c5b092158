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
/** What is looked for; a row that fits any of these is found once. */
export type Search = {
  readonly ranges: readonly Range[];
  /** Times of which every row is meant, whatever its kind. */
  readonly stretches: readonly Stretch[];
  /** Places of which the rows are meant whose time is over though nothing says so yet. */
  readonly onlyLate: readonly (Place & Timed)[];
  /** Keyed hashes of the value, and the places in which it may be found. */
  readonly hashes: readonly Buffer[];
  readonly wholePlaces: readonly Place[];
};

/** Of requests for one and the same value, so many of the newest are found. */
const sameValueMost = 10_000;
/** Begins the list: nothing is newer. */
const newest: Cursor = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
const ever: Stretch = { from: "-infinity", to: "infinity" };

/** What is read of an item. */
const item = "id, search_type, state, outcome, created_at";
/** An item by its id, for ways that find it in an index alone. */
const byId = `found f cross join lateral (select ${item} from purchase_items where id = f.id offset 0)`;

/**
 * The row and what stands beside it, whatever found it; the three totals come along also where no row does.
 * @param items where the items are that were found
 */
const readSql = (found: string, items: "found" | typeof byId) => `
  with found as materialized (${found})
  select t.listed, t.successful, t.unsuccessful, page.* from (select 1) one
  left join request_totals t on t.owner_id = $1
  left join (
    select i.id, i.search_type, i.created_at, i.created_at::text as created_text, i.state, i.outcome, c.state as consent, c.deadline,
      c.gone_at as consent_gone_at, case when c.state is null and i.outcome = 'DELIVERED' then r.purge_due_at end as result_gone_at,
      r.value_masked, r.search_sealed, product_now() as now
    from ${items} i
    -- each by its own key: a plan made once for every account must not read whole tables
    cross join lateral (select value_masked, search_sealed, purge_due_at from verification_requests where id = i.id offset 0) r
    left join lateral (select state, deadline, gone_at from consents where request_id = i.id offset 0) c on true
  ) page on true
  order by page.created_at desc, page.id desc`;

const behind = (at: string, id: string) => `(${at}, ${id}) < ($2::timestamptz, $3::uuid)`;
const order = "order by created_at desc, id desc limit";

const listSql = readSql(
  `
    select ${item} from purchase_items
    where owner_id = $1 and state in ('awaiting_consent', 'closed') and ${behind("created_at", "id")}
    ${order} $4 offset $5`,
  "found",
);

/**
 * Each way to find a row is a scan of its own, in the order of the list and no longer than the page needs; only what they found is
 * put together. So a search costs the same in an account of a million rows.
 */
const searchSql = readSql(
  `
    select id from (
      select i.id, i.created_at from unnest($5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::boolean[]) as w (kind, listed, begins, ends, in_time)
      cross join lateral (
        select id, created_at from purchase_items p
        where owner_id = $1 and search_type = w.kind and listed_as = w.listed and created_at >= w.begins and created_at < w.ends
          and ${behind("created_at", "id")}
          and (not w.in_time or (select r.purge_due_at is null or r.purge_due_at > product_now() from verification_requests r where r.id = p.id))
        ${order} $4) i
      union
      select i.id, i.created_at from unnest($10::timestamptz[], $11::timestamptz[]) as s (begins, ends)
      cross join lateral (
        select id, created_at from purchase_items
        where owner_id = $1 and state in ('awaiting_consent', 'closed') and created_at >= s.begins and created_at < s.ends and ${behind("created_at", "id")}
        ${order} $4) i
      union
      select i.id, i.created_at from verification_requests r
      cross join lateral (select * from purchase_items where id = r.id offset 0) i
      where cardinality($12::text[]) > 0 and r.owner_id = $1 and r.purged_at is null and r.purge_due_at <= product_now()
        and exists (
          select from unnest($12::text[], $13::timestamptz[], $14::timestamptz[]) as l (place, begins, ends)
          where l.place = i.search_type || ' ' || i.listed_as and i.created_at >= l.begins and i.created_at < l.ends)
        and ${behind("i.created_at", "i.id")}
      union
      select i.id, i.created_at from unnest($15::bytea[]) as h (hash)
      cross join lateral (
        select id from verification_requests
        where value_hash = h.hash and owner_id = $1 and (purge_due_at is null or purge_due_at > product_now())
        order by created_at desc limit ${sameValueMost}) r
      cross join lateral (select * from purchase_items where id = r.id offset 0) i
      where i.search_type || ' ' || i.listed_as = any ($16::text[]) and ${behind("i.created_at", "i.id")}
    ) any_of ${order} $4`,
  byId,
);

type Answer = { readonly [Name in keyof Row]: Row[Name] | null } & {
  readonly [Name in keyof Totals]: bigint | null;
};

async function read(db: Database, ownerId: string, statement: NamedStatement): Promise<Found> {
  const answers = await db.named<Answer>({ owner: ownerId }, statement);
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
  return read(db, ownerId, { name: "history_list", text: listSql, values: [...sliceOf(ownerId, slice), skip] });
}

/** Rows of an account that fit, newest first. */
export function readFitting(db: Database, ownerId: string, slice: Slice, search: Search): Promise<Found> {
  const { ranges, stretches, onlyLate, hashes, wholePlaces } = search;
  return read(db, ownerId, {
    name: "history_search",
    text: searchSql,
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
    ],
  });
}
