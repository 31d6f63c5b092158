import type { ConsentState } from "@idanimo/contract/consent";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import { hasConsentMessage } from "../notifications/index.ts";

/** Queries of pending consents, and of the gateway's notices about them. */

/**
 * Locks a pending consent with a next attempt until the transaction ends, so that it is neither decided nor
 * escalated meanwhile.
 * @returns its sealed contact; undefined if there is nothing to escalate
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

/** What a requester's action on a request depends on. */
export type LockedRequest = {
  readonly state: ConsentState;
  readonly askedAt: Date | null;
  readonly deadline: Date | null;
  readonly remindedAt: Date | null;
  readonly contactSealed: Buffer | null;
  readonly now: Date;
};

/**
 * Locks a consent of this requester until the transaction ends, so that the subject's answer and the requester's
 * action are decided one after the other. Undefined if the request is another account's, or does not exist.
 */
export async function lockRequest(tx: Tx, ownerId: string, requestId: string): Promise<LockedRequest | undefined> {
  const row = await tx
    .selectFrom("consents")
    .select(["state", "asked_at", "deadline", "reminded_at", "contact_sealed"])
    .select(productNow.as("now"))
    .where("request_id", "=", requestId)
    .where("owner_id", "=", ownerId)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      state: row.state,
      askedAt: row.asked_at,
      deadline: row.deadline,
      remindedAt: row.reminded_at,
      contactSealed: row.contact_sealed,
      now: row.now,
    }
  );
}

export async function markReminded(tx: Tx, requestId: string): Promise<void> {
  await tx.updateTable("consents").set({ reminded_at: productNow }).where("request_id", "=", requestId).execute();
}

/**
 * Schedules the next delivery attempt of a pending consent.
 * @param attemptCount how many messages were sent so far
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
 * Cancels the next attempt for subjects who received the message. Skips locked consents, so that one decision does
 * not block the others; the next attempt checks the messages again.
 */
export async function stopEscalation(tx: Tx, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  await sql`update consents set next_step_at = null where request_id in (
    select request_id from consents where request_id = any (${[...requestIds]}::uuid[]) and state = 'pending'
    for update skip locked)`.execute(tx);
}

/** Finds pending consents whose next attempt is due. */
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

/** Finds pending consents whose messages all failed, with no attempt left. */
export async function findUnreachableConsents(tx: Tx, most: number): Promise<readonly string[]> {
  const found = await sql<{ request_id: string }>`
    select c.request_id from consents c where c.state = 'pending' and c.next_step_at is null
      and ${hasConsentMessage(sql`c.request_id`)}
      and not ${hasConsentMessage(sql`c.request_id`, ["waiting", "sent", "delivered"])}
    limit ${most}`.execute(tx);
  return found.rows.map((row) => row.request_id);
}

/**
 * Finds pending consents past their deadline; `wasSent` if a provider accepted a message that did not fail later.
 */
export async function findOverdueConsents(
  tx: Tx,
  most: number,
): Promise<readonly { readonly requestId: string; readonly wasSent: boolean }[]> {
  return tx
    .selectFrom("consents as c")
    .select(["c.request_id as requestId"])
    .select(hasConsentMessage(sql`c.request_id`, ["sent", "delivered"]).as("wasSent"))
    .where("c.state", "=", "pending")
    .where("c.deadline", "<=", productNow)
    .orderBy("c.deadline")
    .limit(most)
    .execute();
}

export async function isNoticeRecorded(tx: Tx, provider: string, noticeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("inbound_notices")
    .select("notice_id")
    .where("provider", "=", provider)
    .where("notice_id", "=", noticeId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a notice. @returns false if it was already recorded */
export async function recordNotice(tx: Tx, provider: string, noticeId: string): Promise<boolean> {
  const taken = await tx
    .insertInto("inbound_notices")
    .values({ provider, notice_id: noticeId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("notice_id")
    .executeTakeFirst();
  return taken !== undefined;
}
