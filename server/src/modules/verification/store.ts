import type { SearchType } from "@idanimo/contract/catalogue";
import { type DisclosureRule, selectRecordParts } from "@idanimo/contract/record-parts";
import type { RetentionClass } from "@idanimo/contract/request-status";
import { type Currency, money } from "@idanimo/contract/money";
import { type RawBuilder, sql } from "kysely";
import { type Database, secondsFromNow, productNow, type Tx } from "../../database/database.ts";
import { type Actor, scopeOf } from "../../http/call.ts";
import { requestersView } from "../accounts/index.ts";
import { casesView } from "../audit/index.ts";
import { type Contact, consentsView } from "../consent/index.ts";
import { type Item, itemsView, type Sale } from "../purchases/index.ts";
import { recentRequestSql } from "./recent-requests.ts";
import type { Attempt } from "./attempt-store.ts";
import { guardianCaseKind } from "./guardian-cases.ts";

/** Queries for verification requests and their lookups. No decisions here. */

export async function insertRequest(
  tx: Tx,
  made: {
    readonly id: string;
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly retention: RetentionClass;
    readonly options: readonly string[];
    readonly searchSealed: Buffer;
    readonly valueMasked: string;
    readonly valueHash: Buffer;
    /** Seconds until the personal values must be purged in any case; null for a public register. */
    readonly purgeInSeconds: number | null;
  },
): Promise<void> {
  await tx
    .insertInto("verification_requests")
    .values({
      id: made.id,
      owner_id: made.ownerId,
      search_type: made.searchType,
      retention_class: made.retention,
      options: [...made.options],
      search_sealed: made.searchSealed,
      value_masked: made.valueMasked,
      value_hash: made.valueHash,
      purge_due_at: made.purgeInSeconds === null ? null : secondsFromNow(made.purgeInSeconds),
      purged_at: null,
    })
    .execute();
}

/** Inserts many requests of one type. */
export async function insertRequests(
  tx: Tx,
  all: {
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly retention: RetentionClass;
    readonly purgeInSeconds: number;
  },
  made: readonly {
    readonly id: string;
    readonly searchSealed: Buffer;
    readonly valueMasked: string;
    readonly valueHash: Buffer;
  }[],
): Promise<void> {
  const [ids, sealed] = [made.map(({ id }) => id), made.map(({ searchSealed }) => searchSealed)];
  const [masked, hashes] = [made.map(({ valueMasked }) => valueMasked), made.map(({ valueHash }) => valueHash)];
  await sql`insert into verification_requests
      (id, owner_id, search_type, retention_class, search_sealed, value_masked, value_hash, purge_due_at)
    select id, ${all.ownerId}, ${all.searchType}, ${all.retention}, sealed, masked, hash, ${secondsFromNow(all.purgeInSeconds)}
    from unnest(${ids}::uuid[], ${sealed}::bytea[], ${masked}::text[], ${hashes}::bytea[]) as made (id, sealed, masked, hash)`.execute(
    tx,
  );
}

/**
 * Requests of an owner about a value that count for the daily limit; an open one counts at any age, because jobs
 * may have been delayed.
 */
const countedRequestsSql = (ownerId: RawBuilder<string>, valueHash: RawBuilder<Buffer>) => sql`
  from verification_requests r join ${itemsView} i on i.id = r.id join ${consentsView} c on c.request_id = r.id
  where r.value_hash = ${valueHash} and r.owner_id = ${ownerId}
    and (r.created_at > product_now() - interval '24 hours' or i.outcome is null)
    and (i.outcome is null or i.outcome in ('DELIVERED', 'DENIED', 'UNANSWERED', 'CANCELLED'))`;

/**
 * Returns the seconds until this owner may request this value again: once a day, if paid and not refunded.
 * Undefined if allowed now [T-45].
 */
export async function secondsUntilNextRequest(tx: Tx, ownerId: string, valueHash: Buffer): Promise<number | undefined> {
  const [owner, value] = [sql<string>`${ownerId}::uuid`, sql<Buffer>`${valueHash}::bytea`];
  const found = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(asked_at) + interval '24 hours' - product_now()))::int as seconds from (
      select r.created_at as asked_at ${countedRequestsSql(owner, value)} and i.state <> 'priced'
      union all select asked_at ${recentRequestSql(owner, value)}) asked`.execute(tx);
  const seconds = found.rows[0]?.seconds ?? undefined;
  return seconds && Math.max(1, seconds); // an open one may be older
}

/** Whether this owner entered this value within a day, bought or not. */
export async function wasEnteredToday(tx: Tx, ownerId: string, valueHash: Buffer): Promise<boolean> {
  const found = await tx
    .selectFrom("verification_requests")
    .select("id")
    .where("value_hash", "=", valueHash)
    .where("owner_id", "=", ownerId)
    .where("created_at", ">", secondsFromNow(-86_400))
    .executeTakeFirst();
  return found !== undefined;
}

/** A lookup about to start that is allowed once a day. */
export type DuplicateCheck = { readonly requestId: string; readonly ownerId: string; readonly valueHash: Buffer };

/**
 * Finds the lookups about to start that repeat one that has started, or an earlier one of this batch. Locks each
 * owner and value, so that of several paid at once only the first continues.
 */
export async function findDuplicates(tx: Tx, about: readonly DuplicateCheck[]): Promise<ReadonlySet<string>> {
  const nameOf = ({ ownerId, valueHash }: DuplicateCheck) => ownerId + valueHash.toString("hex");
  const names = [...new Set(about.map(nameOf))].sort(); // in one order, to prevent deadlocks
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as asked (name)`.execute(
    tx,
  );
  const [ids, owners] = [about.map(({ requestId }) => requestId), about.map(({ ownerId }) => ownerId)];
  const [owner, value] = [sql<string>`a.owner_id`, sql<Buffer>`a.value_hash`];
  const found = await sql<{ id: string }>`
    select a.id from unnest(${ids}::uuid[], ${owners}::uuid[], ${about.map(({ valueHash }) => valueHash)}::bytea[]) as a (id, owner_id, value_hash)
    where exists (select ${countedRequestsSql(owner, value)} and r.id <> a.id and (i.state in ('awaiting_consent', 'closed') or exists (
        select from lookup_attempts l where l.request_id = r.id and l.result <> 'not_accepted')))
      or exists (select ${recentRequestSql(owner, value)})`.execute(tx);
  const firsts = new Map(about.toReversed().map((one) => [nameOf(one), one.requestId]));
  const behind = about.filter((one) => firsts.get(nameOf(one)) !== one.requestId);
  return new Set([...found.rows.map(({ id }) => id), ...behind.map(({ requestId }) => requestId)]);
}

export type LookupRequest = {
  readonly id: string;
  readonly ownerId: string;
  readonly searchType: SearchType;
  readonly retention: RetentionClass;
  readonly options: readonly string[];
  readonly searchSealed: Buffer | null;
  readonly valueHash: Buffer | null;
  /** What the purpose can show; empty for a type without consent. */
  readonly disclosure: DisclosureRule;
  /** The contacts that the owner's account confirmed by a code or link. */
  readonly ownContact: Contact;
  readonly createdAt: Date;
  /** The database's time of this read. */
  readonly now: Date;
};

type RequestRow = {
  readonly id: string;
  readonly owner_id: string;
  readonly search_type: SearchType;
  readonly retention_class: RetentionClass;
  readonly options: readonly string[];
  readonly search_sealed: Buffer | null;
  readonly value_hash: Buffer | null;
  readonly parts_required: readonly string[];
  readonly parts_offered: readonly string[];
  readonly own_phone: string | null;
  readonly own_mail: string | null;
  readonly created_at: Date;
  readonly now: Date;
};
const toLookupRequest = (row: RequestRow): LookupRequest => ({
  id: row.id,
  ownerId: row.owner_id,
  searchType: row.search_type,
  retention: row.retention_class,
  options: row.options,
  searchSealed: row.search_sealed,
  valueHash: row.value_hash,
  disclosure: { required: selectRecordParts(row.parts_required), optional: selectRecordParts(row.parts_offered) },
  ownContact: { phone: row.own_phone, mail: row.own_mail },
  createdAt: row.created_at,
  now: row.now,
});

export async function findRequest(tx: Tx, id: string): Promise<LookupRequest | undefined> {
  const found = await sql<RequestRow>`
    select r.id, r.owner_id, r.search_type, r.retention_class, r.options, r.search_sealed, r.value_hash, r.created_at,
      coalesce(c.parts_required, '{}') as parts_required, coalesce(c.parts_offered, '{}') as parts_offered,
      u.own_phone, u.own_mail, product_now() as now
    from verification_requests r join ${requestersView} u on u.id = r.owner_id left join ${consentsView} c on c.request_id = r.id
    where r.id = ${id}`.execute(tx);
  return found.rows[0] && toLookupRequest(found.rows[0]);
}

/** The account that made a request. */
export async function findRequesterId(tx: Tx, requestId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("verification_requests")
    .select("owner_id")
    .where("id", "=", requestId)
    .executeTakeFirst();
  return row?.owner_id;
}

/** Whether a request is visible in the actor's scope. */
export function canSeeRequest(db: Database, actor: Actor, requestId: string): Promise<boolean> {
  return db.transaction(scopeOf(actor), async (tx) => {
    const query = tx.selectFrom("verification_requests").select("id").where("id", "=", requestId);
    return (await query.executeTakeFirst()) !== undefined;
  });
}

/** The sealed values by request id. */
export async function findSealedValues(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>> {
  const rows = await tx
    .selectFrom("verification_requests")
    .select(["id", "search_sealed"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.search_sealed]));
}

/** The state from which a lookup continues. */
export type LookupProgress = {
  readonly item: Pick<Item, "state" | "sinceSeconds">;
  readonly request: LookupRequest;
  readonly sale: Sale;
  readonly attempts: readonly Attempt[];
  /** The HTTP request that paid for it. */
  readonly httpRequestId: string | undefined;
};

type LookupProgressRow = RequestRow & {
  readonly state: Item["state"];
  readonly since: number;
  readonly total_minor: bigint;
  readonly currency: Currency;
  readonly transaction_id: string;
  readonly is_line: boolean;
  readonly call: string | null;
  readonly attempt_id: string | null;
  readonly part: string;
  readonly result: Attempt["result"];
  readonly response_sealed: Buffer | null;
  readonly age: number;
};

/** Reads the state of several lookups with one statement, by item id. */
export async function findLookupProgress(
  db: Database,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, LookupProgress>> {
  const rows = await db.queryNamed<LookupProgressRow>({
    name: "lookup_progress",
    text: "select * from lookup_progress($1)",
    values: [[...new Set(itemIds)]], // two jobs may read one item at the same time
  });
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, of]) => (of[0] ? [[id, toLookupProgress(of[0], of)]] : [])),
  );
}

const toLookupProgress = (row: LookupProgressRow, all: readonly LookupProgressRow[]): LookupProgress => ({
  item: { state: row.state, sinceSeconds: row.since },
  request: toLookupRequest(row),
  sale: {
    ownerId: row.owner_id,
    searchType: row.search_type,
    transactionId: row.transaction_id,
    total: money(row.currency, row.total_minor),
    isFileLine: row.is_line,
  },
  attempts: all.flatMap(({ attempt_id: id, part, result, response_sealed: answerSealed, age }) =>
    id === null ? [] : [{ id, part, result, answerSealed, ageSeconds: age }],
  ),
  httpRequestId: row.call ?? undefined,
});

/** Locks a request and returns whether it found a minor and whether a guardian was already asked. */
export async function lockMinorRequest(
  tx: Tx,
  ownerId: string,
  requestId: string,
): Promise<{ readonly isMinor: boolean; readonly isGuardianAsked: boolean } | undefined> {
  const found = await sql<{ isMinor: boolean; isGuardianAsked: boolean }>`
    select i.outcome is not distinct from 'MINOR' as "isMinor", ${isGuardianAsked} as "isGuardianAsked"
    from ${itemsView} i join verification_requests r on r.id = i.id
    where i.id = ${requestId} and i.owner_id = ${ownerId} for update of i`.execute(tx);
  return found.rows[0];
}

/** For `itemsView` as `i`: whether a guardian was asked, including closed cases. */
export const isGuardianAsked = sql<boolean>`exists (
  select from ${casesView} k where k.kind = ${guardianCaseKind} and k.object_id = i.id)`;

/** Sets when the personal values of a request must be purged. */
export async function setPurgeDue(tx: Tx, requestId: string, at: Date | "now"): Promise<void> {
  await tx
    .updateTable("verification_requests")
    .set({ purge_due_at: at === "now" ? productNow : at })
    .where("id", "=", requestId)
    .execute();
}

/** The same for several requests, each with its own time. */
export async function setPurgeDueMany(
  tx: Tx,
  due: readonly { readonly requestId: string; readonly at: Date }[],
): Promise<void> {
  if (due.length === 0) return;
  await sql`update verification_requests r set purge_due_at = due.at
    from unnest(${due.map(({ requestId }) => requestId)}::uuid[], ${due.map(({ at }) => at)}::timestamptz[]) as due (id, at)
    where r.id = due.id`.execute(tx);
}

export async function setSearchValues(tx: Tx, requestId: string, searchSealed: Buffer): Promise<void> {
  await tx
    .updateTable("verification_requests")
    .set({ search_sealed: searchSealed })
    .where("id", "=", requestId)
    .where("purged_at", "is", null)
    .execute();
}
