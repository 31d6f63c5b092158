import { catalogueRowOf } from "@idanimo/contract/catalogue";
import type { SearchType } from "@idanimo/contract/catalogue";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { Vault } from "../../kernel/vault.ts";
import { isPaidItem } from "../purchases/index.ts";
import type { SearchValues } from "./rules.ts";

/**
 * Limits questions that could find a value by asking again and again: an account asks such a question about one
 * number once in its period. Rows have keyed hashes of account and number only [AO-07].
 */

type Question = { readonly type: SearchType; readonly values: SearchValues; readonly requestId: string };
type Deps = { readonly vault: Pick<Vault, "indexHash"> };

/** What a question is counted under; undefined for one without a limit. */
function countedAs({ vault }: Deps, ownerId: string, { type, values }: Question) {
  const once = catalogueRowOf(type).question?.once;
  if (!once) return undefined;
  const about = once.fields.map((name) => values[name] ?? "").join("|");
  return { days: once.days, subjectHash: vault.indexHash("question", `${ownerId}|${type}|${about}`) };
}

/**
 * Counts a question for its request, in place of an earlier one that was not paid or was refunded. Concurrent callers
 * wait for each other at the row.
 * @returns false if the question was asked before in its period
 */
async function takeCounter(
  tx: Tx,
  ownerId: string,
  { type, requestId }: Question,
  { days, subjectHash }: { readonly days: number; readonly subjectHash: Buffer },
): Promise<boolean> {
  const taken = await sql<{ request_id: string }>`
    insert into answer_counters as a (owner_id, subject_hash, question, request_id, ends_at)
    values (${ownerId}, ${subjectHash}, ${type}, ${requestId}, product_now() + make_interval(days => ${days}))
    on conflict (owner_id, subject_hash, question) do update
      set request_id = excluded.request_id, ends_at = excluded.ends_at, period_start = product_now()
      where a.request_id = excluded.request_id or a.ends_at <= product_now() or not ${isPaidItem(sql`a.request_id`)}
    returning a.request_id`.execute(tx);
  return taken.rows.length > 0;
}

/** Counts a question that is about to be bought; runs in the transaction that creates the purchase. */
export async function countQuestion(
  deps: Deps,
  tx: Tx,
  ownerId: string,
  question: Question,
): Promise<Result<void, "question_limit">> {
  const counted = countedAs(deps, ownerId, question);
  if (!counted || (await takeCounter(tx, ownerId, question, counted))) return ok(undefined);
  const left = await sql<{ seconds: number }>`
    select ceil(extract(epoch from ends_at - product_now()))::int as seconds from answer_counters
    where owner_id = ${ownerId} and subject_hash = ${counted.subjectHash} and question = ${question.type}`.execute(tx);
  return fail("question_limit", {}, { retryAfterSeconds: Math.max(1, left.rows[0]?.seconds ?? 1) });
}

/**
 * Counts a paid question again, before its source is queried: of two purchases that were both created before either
 * was paid, only the first continues.
 * @returns false if another request asked the question
 */
export async function claimQuestion(deps: Deps, tx: Tx, ownerId: string, question: Question): Promise<boolean> {
  const counted = countedAs(deps, ownerId, question);
  return !counted || takeCounter(tx, ownerId, question, counted);
}
