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

export async function attemptsOf(tx: Tx, requestId: string): Promise<readonly Attempt[]> {
  const rows = await tx
    .selectFrom("lookup_attempts")
    .select(["id", "part", "result", "answer_sealed"])
    .select(sql<number>`extract(epoch from product_now() - started_at)::float8`.as("age"))
    .where("request_id", "=", requestId)
    .execute();
  return rows.map(({ id, part, result, answer_sealed, age }) => ({
    id,
    part,
    result,
    answerSealed: answer_sealed,
    ageSeconds: age,
  }));
}

/**
 * Opens an attempt, durable before the provider hears of it; false when one stands already that may have been taken: the
 * database itself refuses a second one.
 */
export async function openAttempt(
  tx: Tx,
  made: { readonly id: string; readonly requestId: string; readonly part: string; readonly provider: string },
): Promise<boolean> {
  const done = await tx
    .insertInto("lookup_attempts")
    .values({
      id: made.id,
      request_id: made.requestId,
      part: made.part,
      provider: made.provider,
      finished_at: null,
      answer_sealed: null,
    })
    .onConflict((conflict) => conflict.columns(["request_id", "part"]).where("result", "<>", "not_taken").doNothing())
    .returning("id")
    .executeTakeFirst();
  return done !== undefined;
}

/** Ends an attempt; false when it had ended already, because it was taken for dead. */
export async function endAttempt(
  tx: Tx,
  id: string,
  result: "found" | "not_found" | "failed" | "not_taken",
  answerSealed: Buffer | null,
): Promise<boolean> {
  const done = await tx
    .updateTable("lookup_attempts")
    .set({ result, finished_at: productNow, answer_sealed: answerSealed })
    .where("id", "=", id)
    .where("result", "=", "sent")
    .returning("id")
    .executeTakeFirst();
  return done !== undefined;
}

/** Ends what a killed process left open, and erases what was kept: the item settles. */
export async function closeAttempts(tx: Tx, requestId: string): Promise<void> {
  await sql`update lookup_attempts set answer_sealed = null,
      result = case result when 'sent' then 'failed' else result end, finished_at = coalesce(finished_at, product_now())
    where request_id = ${requestId} and result <> 'not_taken' and (result = 'sent' or answer_sealed is not null)`.execute(
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
