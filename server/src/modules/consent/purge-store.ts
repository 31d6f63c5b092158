import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { messageLinkLifetime } from "./retention-rules.ts";

/** Queries that erase what consents contain of a subject. */

/** SQL: whether the consent of a request is pending. */
export const isConsentPending = (requestId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from consents c where c.request_id = ${requestId} and c.state = 'pending')`;

/** SQL: since when the oldest deadline or delivery attempt of a pending consent is overdue. */
export const oldestOverdueConsent = sql<Date | null>`least(
  (select min(deadline) from consents where state = 'pending' and deadline <= product_now()),
  (select min(next_step_at) from consents where state = 'pending' and next_step_at <= product_now() and deadline > product_now()))`;

/** Erases the contact, the requester's note, the given name, the values of the question and every hash of the subjects of these requests. */
export async function purge(tx: Tx, requestIds: readonly string[]): Promise<void> {
  await sql`update consents set contact_sealed = null, note_sealed = null, expected_name_sealed = null, question_sealed = null, phone_hash = null, code_hash = null
    where request_id = any (${[...requestIds]}::uuid[])
      and num_nonnulls(contact_sealed, note_sealed, expected_name_sealed, question_sealed, phone_hash, code_hash) > 0`.execute(
    tx,
  );
}

/** Deletes the hashes of links whose receipt is no longer shown. */
export async function deleteExpiredLinks(tx: Tx): Promise<void> {
  await sql`update consents set token_hash = null, mail_token_hash = null
    where asked_at < product_now() - ${messageLinkLifetime}::interval and (token_hash is not null or mail_token_hash is not null)`.execute(
    tx,
  );
}
