import { sql } from "kysely";
import type pg from "pg";
import type { Tx } from "../database/database.ts";
import { withQueryTimeout } from "../database/pools.ts";

/** A counter and its limit: `points` in `ms` milliseconds. */
export type Counter = {
  readonly key: string;
  readonly points: number;
  readonly ms: number;
  /** The first `points` are free, then each waits twice as long as the one before, from 1 s up to 15 min. */
  readonly hasBackoff: boolean;
};

/** Milliseconds that a counter with backoff waits after its last attempt. */
const backoffSql =
  "case when l.points < a.points then 0 else least(900000, 1000 * 2 ^ least(l.points - a.points, 20)) end";

/**
 * Consumes a point of every counter in one statement, because a sign-in has three of them. Reads first: if one is
 * full, nothing is locked or written, so that a flood of attempts neither waits for a lock nor flushes. Locks rows
 * in key order, so that callers cannot deadlock, and checks again after the lock.
 */
const consumeSql = `
  with clock as materialized (select extract(epoch from product_now())::float8 * 1000 as ms),
  asked as materialized (
    select a.*, c.ms as now_ms from unnest($1::text[], $2::int[], $3::float8[], $4::bool[]) as a (key, points, ms, grows), clock c),
  states as materialized (
    select a.key, case when a.grows then l.expire - a.ms + ${backoffSql} - a.now_ms else l.expire - a.now_ms end as wait_ms,
      l.expire > a.now_ms and l.points >= a.points as is_full
    from asked a join rate_limits l on l.key = a.key),
  refused as materialized (select key from states where is_full and wait_ms > 0),
  taken as (
    insert into rate_limits as l (key, points, expire) select key, 1, now_ms + ms from asked where not exists (select from refused) order by key
    on conflict (key) do update set
      points = case when l.expire <= (select ms from clock) then 1 else l.points + 1 end,
      expire = case when l.expire > (select ms from clock) and not (select a.grows from asked a where a.key = excluded.key)
        then l.expire else excluded.expire end
    where l.expire <= (select ms from clock) or exists (
      select from asked a where a.key = excluded.key
        -- an attempt that waited for this row began before the one that held it: free attempts ignore the clock
        and (l.points < a.points or (a.grows and a.now_ms >= l.expire - a.ms + ${backoffSql})))
    returning key)
  select a.key, a.key in (select key from taken) as taken,
    case when exists (select from refused) then a.key in (select key from refused) else a.key not in (select key from taken) end as full,
    coalesce(case when s.wait_ms > 0 then greatest(1, s.wait_ms) end, case when a.grows then 1000 else a.ms end) as wait_ms
  from asked a left join states s on s.key = a.key`;

const refundSql = `
  with rows as materialized (select l.key from rate_limits l where l.key = any ($1::text[]) order by l.key for update)
  update rate_limits l set points = case when a.grows then 0 else greatest(0, l.points - 1) end
  from unnest($1::text[], $2::bool[]) as a (key, grows), rows
  where rows.key = a.key and l.key = a.key and l.expire > extract(epoch from product_now()) * 1000`;

/**
 * Consumes a point of every counter across processes, or of none.
 * @returns 0, or the longest wait in milliseconds
 */
export async function consumeShared(pool: pg.Pool, counters: readonly Counter[]): Promise<number> {
  const values = [
    counters.map(({ key }) => key),
    counters.map(({ points }) => points),
    counters.map(({ ms }) => ms),
    counters.map(({ hasBackoff: grows }) => grows),
  ];
  const found = await pool.query<{ key: string; taken: boolean; full: boolean; wait_ms: number }>(
    withQueryTimeout({ name: "take_limits", text: consumeSql, values }),
  );
  const full = found.rows.filter((row) => row.full);
  if (full.length === 0) return 0;
  const counted = counters.filter(
    ({ key, hasBackoff: grows }) => !grows && found.rows.some((row) => row.taken && row.key === key),
  );
  if (counted.length > 0) await refundShared(pool, counted);
  return Math.max(...full.map((row) => row.wait_ms));
}

/** Returns a point to every counter; one with backoff is reset. */
export async function refundShared(pool: pg.Pool, counters: readonly Counter[]): Promise<void> {
  const values = [counters.map(({ key }) => key), counters.map(({ hasBackoff: grows }) => grows)];
  await pool.query(withQueryTimeout({ name: "give_back_limits", text: refundSql, values }));
}

const fullSql = `
  with clock as materialized (select extract(epoch from product_now())::float8 * 1000 as now_ms)
  select f.key, f.wait_ms from (
    select a.key, case when a.grows then l.expire - a.ms + ${backoffSql} - c.now_ms else l.expire - c.now_ms end as wait_ms
    from unnest($1::text[], $2::int[], $3::float8[], $4::bool[]) as a (key, points, ms, grows)
    cross join clock c join rate_limits l on l.key = a.key
    where l.expire > c.now_ms and l.points >= a.points) f
  where f.wait_ms > 0`;

/** Finds the counters that accept no further call now, with their waits in milliseconds. Counts nothing. */
export async function findFullCounters(
  pool: pg.Pool,
  counters: readonly Counter[],
): Promise<ReadonlyMap<string, number>> {
  const values = [
    counters.map(({ key }) => key),
    counters.map(({ points }) => points),
    counters.map(({ ms }) => ms),
    counters.map(({ hasBackoff: grows }) => grows),
  ];
  const { rows } = await pool.query<{ key: string; wait_ms: number }>(
    withQueryTimeout({ name: "find_full_limits", text: fullSql, values }),
  );
  return new Map(rows.map(({ key, wait_ms: waitMs }) => [key, waitMs]));
}

const resetSql = `
  with rows as materialized (select key from rate_limits where key = any ($1) order by key for update)
  delete from rate_limits l using rows where l.key = rows.key`;

export async function resetShared(pool: pg.Pool, keys: readonly string[]): Promise<void> {
  await pool.query(withQueryTimeout({ name: "forget_limits", text: resetSql, values: [keys] }));
}

/** Deletes expired counters that no call is counting with. */
export async function deleteExpiredRateLimits(tx: Tx): Promise<void> {
  await sql`
    with rows as materialized (
      select key from rate_limits where expire < extract(epoch from product_now()) * 1000 for update skip locked)
    delete from rate_limits l using rows where l.key = rows.key`.execute(tx);
}

/** Deletes the counters whose keys begin with one of these texts. */
export async function deleteCounters(tx: Tx, prefixes: readonly string[]): Promise<void> {
  await sql`delete from rate_limits l where exists (
    select from unnest(${[...prefixes]}::text[]) as p (prefix) where starts_with(l.key, p.prefix))`.execute(tx);
}
