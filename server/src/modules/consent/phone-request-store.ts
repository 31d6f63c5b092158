import type { ConsentState } from "@idanimo/contract/consent";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** Queries of the requests that were sent to a phone number, for replies by SMS. */

/** A request that was sent to a phone number. */
export type PhoneRequest = {
  readonly requestId: string;
  readonly ownerId: string;
  /** `over` if it can neither be answered nor withdrawn any more. */
  readonly state: "pending" | "granted" | "over";
  /** Hash of the reply code; null if the request was sent by email alone. */
  readonly codeHash: Buffer | null;
  /** How many wrong codes still count before a reply cannot grant any more. */
  readonly attemptsLeft: number;
  /** Language of its newest SMS; null if there was none. */
  readonly language: string | null;
};

/** How many requests that are over are recognised by their code. */
const overRequestsMax = 20;

/**
 * Finds the requests sent to a phone number, newest first: all that are pending or granted, and the newest that are
 * over. The evidence keeps the hash of a code after the request was purged.
 */
export async function findRequestsToPhone(tx: Tx, phoneHash: Buffer): Promise<readonly PhoneRequest[]> {
  const found = await sql<{
    request_id: string;
    owner_id: string;
    state: PhoneRequest["state"];
    code_hash: Buffer | null;
    attempts_left: number;
    language: string | null;
  }>`
    with sent as materialized (
      select c.request_id, c.owner_id, c.asked_at, c.code_hash, c.attempts_left, case
          when c.state = 'pending' and c.deadline > product_now() then 'pending'
          when c.state = 'granted' and c.expires_at > product_now() then 'granted' else 'over' end as state
      from subject_index i join consents c on c.request_id = i.request_id
      where i.contact_hash = ${phoneHash} and i.kind = 'phone' and c.asked_at is not null),
    numbered as (
      select *, row_number() over (partition by state = 'over' order by asked_at desc, request_id) as place from sent)
    select n.request_id, n.owner_id, n.state, n.attempts_left, coalesce(n.code_hash, e.code_hash) as code_hash, e.language
    from numbered n
    left join lateral (
      select code_hash, language from consent_evidence
      where request_id = n.request_id and event = 'asked' and channel = 'sms' and at >= n.asked_at
      order by at desc limit 1) e on true
    where n.state <> 'over' or n.place <= ${overRequestsMax}
    order by n.asked_at desc, n.request_id`.execute(tx);
  return found.rows.map((row) => ({
    requestId: row.request_id,
    ownerId: row.owner_id,
    state: row.state,
    codeHash: row.code_hash,
    attemptsLeft: row.attempts_left,
    language: row.language,
  }));
}

/** Finds the language of the newest SMS about a request; null if there was none. */
export async function findSmsLanguage(tx: Tx, requestId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("consent_evidence")
    .select("language")
    .where("request_id", "=", requestId)
    .where("event", "=", "asked")
    .where("channel", "=", "sms")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.language ?? null;
}

/**
 * Locks a consent until the transaction ends, so that its state cannot change after it was read.
 * @returns its state, and how many codes may still be tried for a grant by SMS
 */
export async function lockConsent(
  tx: Tx,
  requestId: string,
): Promise<{ readonly state: ConsentState; readonly attemptsLeft: number } | undefined> {
  const row = await tx
    .selectFrom("consents")
    .select(["state", "attempts_left"])
    .where("request_id", "=", requestId)
    .forUpdate()
    .executeTakeFirst();
  return row && { state: row.state, attemptsLeft: row.attempts_left };
}

/**
 * Counts a wrong code against each of these pending requests. Locks them in one order first, so that concurrent
 * guesses are counted one after the other and cannot deadlock [T-41].
 */
export async function consumeCodeAttempts(tx: Tx, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  const open = await tx
    .selectFrom("consents")
    .select("request_id")
    .where("request_id", "in", [...requestIds])
    .where("state", "=", "pending")
    .where("attempts_left", ">", 0)
    .orderBy("request_id")
    .forUpdate()
    .execute();
  if (open.length === 0) return;
  await tx
    .updateTable("consents")
    .set({ attempts_left: sql<number>`attempts_left - 1` })
    .where(
      "request_id",
      "in",
      open.map((row) => row.request_id),
    )
    .execute();
}
