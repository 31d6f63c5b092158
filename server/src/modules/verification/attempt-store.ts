import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";

/** Queries for lookup attempts. No decisions here. */

export type Attempt = {
  readonly id: string;
  readonly part: string;
  readonly result: "sent" | "found" | "not_found" | "failed" | "not_accepted";
  /** Sealed record, if the item still waits for another part. */
  readonly answerSealed: Buffer | null;
  /** Since the start. */
  readonly ageSeconds: number;
};

export type NewAttempt = {
  readonly id: string;
  readonly requestId: string;
  readonly part: string;
  readonly provider: string;
};

/**
 * Opens attempts; they are durable before the provider is called. Opens none if one of them already has an attempt
 * that the provider may have accepted, and then throws a conflict error.
 */
export async function openAttempts(tx: Tx, made: readonly NewAttempt[]): Promise<void> {
  const [ids, requests] = [made.map(({ id }) => id), made.map(({ requestId }) => requestId)];
  const [parts, providers] = [made.map(({ part }) => part), made.map(({ provider }) => provider)];
  await sql`select open_attempts(${ids}::uuid[], ${requests}::uuid[], ${parts}::text[], ${providers}::text[])`.execute(
    tx,
  );
}

export type FinishedAttempt = {
  readonly id: string;
  readonly result: "found" | "not_found" | "failed" | "not_accepted";
};

/**
 * Finishes an attempt of a lookup that continues; false if it was already finished because it was considered dead.
 * @param answerSealed the sealed record, if one was found
 */
export async function finishAttempt(
  tx: Tx,
  { id, result }: FinishedAttempt,
  answerSealed: Buffer | null = null,
): Promise<boolean> {
  const row = await tx
    .updateTable("lookup_attempts")
    .set({ result, finished_at: productNow, response_sealed: answerSealed })
    .where("id", "=", id)
    .where("result", "=", "sent")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A finished lookup with the attempts that ended with it. */
export type FinishedLookup = { readonly requestId: string; readonly attempts: readonly FinishedAttempt[] };

/**
 * Finishes the attempts of finished lookups, including those that a killed process left open, and erases stored
 * part results.
 * @returns by request id whether its item is still being looked up; a request with an attempt that was considered
 * dead is absent
 */
export async function finishLookups(tx: Tx, over: readonly FinishedLookup[]): Promise<ReadonlyMap<string, boolean>> {
  const ends = over.flatMap(({ requestId, attempts: ends }) => ends.map((end) => ({ ...end, requestId })));
  const [ids, of] = [ends.map(({ id }) => id), ends.map(({ requestId }) => requestId)];
  const done = await sql<{ id: string; isOpen: boolean }>`
    select id, is_open as "isOpen" from finish_lookups(
      ${over.map(({ requestId }) => requestId)}::uuid[], ${ids}::uuid[], ${of}::uuid[], ${ends.map(({ result }) => result)}::text[])`.execute(
    tx,
  );
  return new Map(done.rows.map(({ id, isOpen }) => [id, isOpen]));
}

/** Parts without a record at the source, by request id. */
export async function findMissingParts(tx: Tx, requestIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (requestIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("lookup_attempts")
    .select(["request_id", "part"])
    .where("request_id", "in", [...requestIds])
    .where("result", "=", "not_found")
    .execute();
  const byRequest = Map.groupBy(rows, (row) => row.request_id);
  return new Map([...byRequest].map(([id, of]) => [id, of.map(({ part }) => part)]));
}

/** How one call to a provider ended; `sent` if it has no response. */
export type RecentAttempt = {
  readonly provider: string;
  readonly result: Attempt["result"];
  /** Duration; null while it is open. */
  readonly seconds: number | null;
  /** Since the end, or since the start while it is open. */
  readonly ageSeconds: number;
};

/** Returns up to `most` attempts per provider of the last hour, of all processes, newest first. */
export async function findRecentAttempts(
  tx: Tx,
  providers: readonly string[],
  most: number,
): Promise<readonly RecentAttempt[]> {
  const found = await sql<{ provider: string; result: Attempt["result"]; seconds: number | null; age: number }>`
    select p.provider, a.result, extract(epoch from a.finished_at - a.started_at)::float8 as seconds,
      extract(epoch from product_now() - coalesce(a.finished_at, a.started_at))::float8 as age
    from unnest(${[...providers]}::text[]) as p (provider) cross join lateral (
      select result, started_at, finished_at from lookup_attempts
      where provider = p.provider and started_at > product_now() - interval '1 hour'
      order by started_at desc limit ${most}) a
    order by p.provider, a.started_at desc`.execute(tx);
  return found.rows.map(({ provider, result, seconds, age }) => ({ provider, result, seconds, ageSeconds: age }));
}

/** Attempts at one source within the last hour. */
export type HourlyStats = {
  readonly asked: number;
  /** The source responded, with or without a record. */
  readonly answered: number;
  /** The call failed, or the source rejected it. */
  readonly failed: number;
  /** Median response time; null without responses. */
  readonly medianSeconds: number | null;
};

/** Statistics of each source called within the last hour, by name. */
export async function readHourlyStats(tx: Tx): Promise<ReadonlyMap<string, HourlyStats>> {
  const found = await sql<{
    provider: string;
    asked: number;
    answered: number;
    failed: number;
    seconds: number | null;
  }>`
    select provider, count(*)::int as asked,
      count(*) filter (where result in ('found', 'not_found'))::int as answered,
      count(*) filter (where result in ('failed', 'not_accepted'))::int as failed,
      percentile_disc(0.5) within group (order by extract(epoch from finished_at - started_at)::float8)
        filter (where result in ('found', 'not_found')) as seconds
    from lookup_attempts where started_at > product_now() - interval '1 hour' group by provider`.execute(tx);
  return new Map(
    found.rows.map(({ provider, asked: requestCount, answered: responseCount, failed, seconds }) => [
      provider,
      { asked: requestCount, answered: responseCount, failed, medianSeconds: seconds },
    ]),
  );
}
