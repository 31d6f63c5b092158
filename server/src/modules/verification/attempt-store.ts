import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";

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

export type NewAttempt = {
  readonly id: string;
  readonly requestId: string;
  readonly part: string;
  readonly provider: string;
};

/**
 * Opens attempts, durable before the provider hears of them: all of them, or none where one stands already that may have been taken
 * . Then it fails with the code of somebody who is in the way.
 */
export async function openAttempts(tx: Tx, made: readonly NewAttempt[]): Promise<void> {
  const [ids, requests] = [made.map(({ id }) => id), made.map(({ requestId }) => requestId)];
  const [parts, providers] = [made.map(({ part }) => part), made.map(({ provider }) => provider)];
  await sql`select /* open_attempts */ open_attempts(${ids}::uuid[], ${requests}::uuid[], ${parts}::text[], ${providers}::text[])`.execute(
    tx,
  );
}

export type FinishedAttempt = {
  readonly id: string;
  readonly result: "found" | "not_found" | "failed" | "not_taken";
};

/**
 * Ends an attempt of a look-up that goes on; false when it had ended already, because it was taken for dead.
 * @param answerSealed what was found, where something was
 */
export async function finishAttempt(
  tx: Tx,
  { id, result }: FinishedAttempt,
  answerSealed: Buffer | null = null,
): Promise<boolean> {
  const row = await tx
    .updateTable("lookup_attempts")
    .set({ result, finished_at: productNow, answer_sealed: answerSealed })
    .where("id", "=", id)
    .where("result", "=", "sent")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A look-up that is over, with the attempts that ended just now. */
export type FinishedLookup = { readonly requestId: string; readonly attempts: readonly FinishedAttempt[] };

/**
 * Ends the attempts of look-ups that are over, and what a killed process left open of them; what was kept of answers is erased.
 * @returns by request whether its item is still looked up; one of which an attempt was taken for dead is absent
 */
export async function finishLookups(tx: Tx, over: readonly FinishedLookup[]): Promise<ReadonlyMap<string, boolean>> {
  const ends = over.flatMap(({ requestId, attempts: ends }) => ends.map((end) => ({ ...end, requestId })));
  const [ids, of] = [ends.map(({ id }) => id), ends.map(({ requestId }) => requestId)];
  const done = await sql<{ id: string; isOpen: boolean }>`
    select /* end_look_ups */ id, is_open as "isOpen" from end_look_ups(
      ${over.map(({ requestId }) => requestId)}::uuid[], ${ids}::uuid[], ${of}::uuid[], ${ends.map(({ result }) => result)}::text[])`.execute(
    tx,
  );
  return new Map(done.rows.map(({ id, isOpen }) => [id, isOpen]));
}

/** By request: the parts whose source has no such record. */
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

/** How one question to a provider ended. A question that was never answered is `sent`. */
export type RecentAttempt = {
  readonly provider: string;
  readonly result: Attempt["result"];
  /** How long it took; null while it is open. */
  readonly seconds: number | null;
  /** Since it ended, or began where it has no end. */
  readonly ageSeconds: number;
};

/** The newest answers of the last hour of some providers, newest first: of all processes, at most so many of each. */
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
