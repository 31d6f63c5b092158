import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";

/** Queries of questions that wait for their answer, and of the notices that bring one. Nothing decided. */

/** Requests that still wait for the owner of a phone number, oldest first. */
export async function findPendingByPhone(tx: Tx, phoneHash: Buffer): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("consents")
    .select("request_id")
    .where("phone_hash", "=", phoneHash)
    .where("state", "=", "pending")
    .where("deadline", ">", productNow)
    .orderBy("asked_at")
    .execute();
  return rows.map((row) => row.request_id);
}

/**
 * Finds the open question a reply's code belongs to. Where it belongs to none, every one of them loses a try; a right code costs
 * nobody one. The rows are locked before they are compared, so guesses that come together are counted one after the other.
 * @param guesses what the code's hash would be, per question
 * Source: T-41.
 */
export async function matchReplyCode(tx: Tx, guesses: ReadonlyMap<string, Buffer>): Promise<string | undefined> {
  if (guesses.size === 0) return undefined;
  const open = await tx
    .selectFrom("consents")
    .select(["request_id", "code_hash"])
    .where("request_id", "in", [...guesses.keys()])
    .where("state", "=", "pending")
    .where("tries_left", ">", 0)
    .orderBy("request_id")
    .forUpdate()
    .execute();
  const matched = open.find((row) => row.code_hash !== null && guesses.get(row.request_id)?.equals(row.code_hash));
  if (matched || open.length === 0) return matched?.request_id;
  await tx
    .updateTable("consents")
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where(
      "request_id",
      "in",
      open.map((row) => row.request_id),
    )
    .execute();
  return undefined;
}

/**
 * Keeps an open question, whose next way is still to be tried, from being answered or climbed until the transaction ends.
 * @returns its sealed contact; undefined when there is nothing to climb
 */
export async function lockEscalatingConsent(tx: Tx, requestId: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("consents")
    .select("contact_sealed")
    .where("request_id", "=", requestId)
    .where("state", "=", "pending")
    .where("next_step_at", "is not", null)
    .where("deadline", ">", productNow)
    .forUpdate()
    .executeTakeFirst();
  return row?.contact_sealed ?? undefined;
}

/**
 * Says when the next way to a person is tried, of a question that is still open.
 * @param attemptCount how many times they were written to
 */
export async function scheduleNextAttempt(
  tx: Tx,
  requestId: string,
  at: Date | null,
  attemptCount: number,
): Promise<void> {
  await tx
    .updateTable("consents")
    .set({ next_step_at: at, steps: attemptCount })
    .where("request_id", "=", requestId)
    .where("state", "=", "pending")
    .execute();
}

/**
 * The people of these have the question: no next way to them is tried. One that somebody decides on just now is left to them: who comes to
 * its next way looks at its messages anew, and others' messages do not wait for it.
 */
export async function stopEscalation(tx: Tx, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  await sql`update /* end_steps */ consents set next_step_at = null where request_id in (
    select request_id from consents where request_id = any (${[...requestIds]}::uuid[]) and state = 'pending'
    for update skip locked)`.execute(tx);
}

/** Open questions whose next way is due. */
export async function findDueEscalations(tx: Tx, most: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("consents")
    .select("request_id")
    .where("state", "=", "pending")
    .where("next_step_at", "<=", productNow)
    .where("deadline", ">", productNow)
    .orderBy("next_step_at")
    .limit(most)
    .execute();
  return rows.map((row) => row.request_id);
}

/** Questions that nobody can answer, since every message that asked them failed and no way is left. */
export async function findUnreachableConsents(tx: Tx, most: number): Promise<readonly string[]> {
  const found = await sql<{ request_id: string }>`
    select c.request_id from consents c where c.state = 'pending' and c.next_step_at is null
      and exists (select from outbox_messages m where m.request_id = c.request_id and m.kind = 'consent_request')
      and not exists (select from outbox_messages m where m.request_id = c.request_id and m.kind = 'consent_request' and m.state <> 'failed')
    limit ${most}`.execute(tx);
  return found.rows.map((row) => row.request_id);
}

/** Questions whose time is over; `wasSent` where a provider took a message that asked, and it did not fail to arrive. */
export async function findOverdueConsents(
  tx: Tx,
  most: number,
): Promise<readonly { readonly requestId: string; readonly wasSent: boolean }[]> {
  return tx
    .selectFrom("consents as c")
    .select(["c.request_id as requestId"])
    .select(
      sql<boolean>`exists (select from outbox_messages m where m.request_id = c.request_id and m.kind = 'consent_request'
        and m.state in ('sent', 'delivered'))`.as("wasSent"),
    )
    .where("c.state", "=", "pending")
    .where("c.deadline", "<=", productNow)
    .orderBy("c.deadline")
    .limit(most)
    .execute();
}

/** Whether a notice was taken before. */
export async function isNoticeRecorded(tx: Tx, provider: string, noticeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("inbound_notices")
    .select("notice_id")
    .where("provider", "=", provider)
    .where("notice_id", "=", noticeId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a notice once; false when it was taken before. */
export async function recordNotice(tx: Tx, provider: string, noticeId: string): Promise<boolean> {
  const taken = await tx
    .insertInto("inbound_notices")
    .values({ provider, notice_id: noticeId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("notice_id")
    .executeTakeFirst();
  return taken !== undefined;
}
