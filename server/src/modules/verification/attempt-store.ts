import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** Queries and rows of the questions that were put to paid sources, nothing decided. */

export type Attempt = {
  readonly id: string;
  readonly part: string;
  readonly result: "sent" | "found" | "not_found" | "failed" | "not_taken";
  /** What was found, where the item still waits for another part. */
  readonly answerSealed: Buffer | null;
  /** Since it began. */
  readonly ageSeconds: number;
};

/** By request: all its attempts. Each half of the condition has an index of its own. */
export async function attemptsOf(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Attempt[]>> {
  const ids = [...requestIds];
  const found = await sql<Omit<Attempt, "answerSealed"> & { requestId: string; answerSealed: Buffer | null }>`
    select /* attempts_of */ id, request_id as "requestId", part, result, answer_sealed as "answerSealed",
      extract(epoch from product_now() - started_at)::float8 as "ageSeconds"
    from lookup_attempts
    where (request_id = any (${ids}::uuid[]) and result <> 'not_taken') or (request_id = any (${ids}::uuid[]) and result = 'not_taken')`.execute(
    tx,
  );
  return Map.groupBy(found.rows, ({ requestId }) => requestId);
}

export type NewAttempt = {
  readonly id: string;
  readonly requestId: string;
  readonly part: string;
  readonly provider: string;
};

/**
 * Opens attempts, durable before the provider hears of them. Answers those that stand now: for another one there is an attempt
 * already that may have been taken, and the database itself refuses a second one.
 */
export async function openAttempts(tx: Tx, made: readonly NewAttempt[]): Promise<ReadonlySet<string>> {
  const [ids, requests] = [made.map(({ id }) => id), made.map(({ requestId }) => requestId)];
  const [parts, providers] = [made.map(({ part }) => part), made.map(({ provider }) => provider)];
  const done = await sql<{ id: string }>`
    insert /* open_attempts */ into lookup_attempts (id, request_id, part, provider)
    select * from unnest(${ids}::uuid[], ${requests}::uuid[], ${parts}::text[], ${providers}::text[])
    on conflict (request_id, part) where result <> 'not_taken' do nothing returning id`.execute(tx);
  return new Set(done.rows.map(({ id }) => id));
}

export type AttemptEnd = {
  readonly id: string;
  readonly result: "found" | "not_found" | "failed" | "not_taken";
  readonly answerSealed: Buffer | null;
};

/** Ends an attempt; false when it had ended already, because it was taken for dead. */
export async function endAttempt(tx: Tx, end: AttemptEnd): Promise<boolean> {
  return (await endAttempts(tx, [end])).has(end.id);
}

/** The same for several. Answers those that it ended. */
export async function endAttempts(tx: Tx, ends: readonly AttemptEnd[]): Promise<ReadonlySet<string>> {
  const [ids, results] = [ends.map(({ id }) => id), ends.map(({ result }) => result)];
  const done = await sql<{ id: string }>`
    update /* end_attempts */ lookup_attempts a set result = ended.result, finished_at = product_now(), answer_sealed = ended.sealed
    from unnest(${ids}::uuid[], ${results}::text[], ${ends.map((end) => end.answerSealed)}::bytea[]) as ended (id, result, sealed)
    where a.id = ended.id and a.result = 'sent' returning a.id`.execute(tx);
  return new Set(done.rows.map(({ id }) => id));
}

/** Ends what a killed process left open, and erases what was kept: the items settle. */
export async function closeAttempts(tx: Tx, requestIds: readonly string[]): Promise<void> {
  await sql`update /* close_attempts */ lookup_attempts set answer_sealed = null,
      result = case result when 'sent' then 'failed' else result end, finished_at = coalesce(finished_at, product_now())
    where request_id = any (${[...requestIds]}::uuid[]) and result <> 'not_taken' and (result = 'sent' or answer_sealed is not null)`.execute(
    tx,
  );
}

/** By request: the parts whose source has no such record. */
export async function missingParts(tx: Tx, requestIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
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

/** How one question to a provider ended. A question that was never answered is `sent`. */
export type ProviderAnswer = {
  readonly provider: string;
  readonly result: Attempt["result"];
  /** How long it took; null while it is open. */
  readonly seconds: number | null;
  /** Since it ended, or began where it has no end. */
  readonly ageSeconds: number;
};

/** The newest answers of the last hour of some providers, newest first: of all processes, at most so many of each. */
export async function latestAnswers(
  tx: Tx,
  providers: readonly string[],
  most: number,
): Promise<readonly ProviderAnswer[]> {
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
