import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { nextState } from "../../kernel/state-table.ts";
import { type MessageEvent, type MessageState, messageTransitions } from "./states.ts";

export type Channel = "sms" | "mail";

export type NewMessage = {
  readonly id: string;
  readonly channel: Channel;
  readonly kind: string;
  readonly keyId: string;
  readonly requestId: string | null;
  readonly sealed: Buffer;
};

/** Writes messages. Answers those that are new: of the others one was written under the same id. */
export async function insertMessages(tx: Tx, made: readonly NewMessage[]): Promise<ReadonlySet<string>> {
  if (made.length === 0) return new Set();
  const rows = await tx
    .insertInto("outbox_messages")
    .values(
      made.map(({ id, channel, kind, keyId, requestId, sealed }) => ({
        id,
        channel,
        kind,
        key_id: keyId,
        request_id: requestId,
        sealed,
        provider_id: null,
      })),
    )
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export type WaitingMessage = {
  readonly id: string;
  readonly channel: Channel;
  readonly kind: string;
  readonly keyId: string;
  readonly sealed: Buffer | null;
  /** Tries so far, the one about to be made included. */
  readonly attempts: number;
  readonly ageSeconds: number;
};

/** Counts one more try of messages that still wait, in the statement that reads them. By id; what waits no more is absent. */
export async function beginAttempts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, WaitingMessage>> {
  const rows = await tx
    .updateTable("outbox_messages")
    .set({ attempts: sql`least(attempts + 1, 32767)` })
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .where("state", "=", "waiting")
    .returning(["id", "channel", "kind", "key_id as keyId", "sealed", "attempts"])
    .returning(sql<number>`extract(epoch from product_now() - created_at)::float8`.as("ageSeconds"))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type WaitingMessageEnd = {
  readonly id: string;
  readonly event: "taken_by_provider" | "given_up";
  /** What its later notice will name; null when it was not sent. */
  readonly providerId: string | null;
};

/** Ends the waiting of messages and erases what they held. Answers those that waited. */
export async function endWaitingMessages(
  tx: Tx,
  ends: readonly WaitingMessageEnd[],
): Promise<readonly TransitionedMessage[]> {
  const to = ends.map(({ event }) => nextState<MessageState, MessageEvent>(messageTransitions, "waiting", event));
  const moved = await sql<TransitionedMessage>`
    update /* end_messages */ outbox_messages m set state = ended.state, sealed = null, provider_id = ended.provider_id, moved_at = product_now()
    from unnest(${ends.map(({ id }) => id)}::uuid[], ${to}::text[], ${ends.map(({ providerId }) => providerId)}::text[])
      as ended (id, state, provider_id)
    where m.id = ended.id and m.state = 'waiting' returning ${transitionedMessageColumns}`.execute(tx);
  return moved.rows;
}

/** A message whose state has changed. */
export type TransitionedMessage = {
  readonly messageId: string;
  readonly requestId: string | null;
  readonly channel: Channel;
  readonly kind: string;
  readonly providerId: string | null;
};

const transitionedMessageColumns = sql`m.id as "messageId", m.request_id as "requestId", m.channel, m.kind, m.provider_id as "providerId"`;

export type DeliveryReport = { readonly providerId: string; readonly event: "arrived" | "did_not_arrive" };

/** Moves the sent messages that a provider's notices are about. Answers those that had not moved already. */
export async function transitionSentMessages(
  tx: Tx,
  reports: readonly DeliveryReport[],
): Promise<readonly TransitionedMessage[]> {
  const to = reports.map(({ event }) => nextState<MessageState, MessageEvent>(messageTransitions, "sent", event));
  const moved = await sql<TransitionedMessage>`
    update /* move_sent_messages */ outbox_messages m set state = told.state, moved_at = product_now()
    from unnest(${reports.map(({ providerId }) => providerId)}::text[], ${to}::text[]) as told (provider_id, state)
    where m.provider_id = told.provider_id and m.state = 'sent' returning ${transitionedMessageColumns}`.execute(tx);
  return moved.rows;
}

/** Under which of these provider's ids any message was sent. */
export async function findKnownProviderIds(tx: Tx, providerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (providerIds.length === 0) return new Set();
  const rows = await sql<{ id: string }>`
    select provider_id as id from outbox_messages where provider_id = any (${[...providerIds]}::text[])`.execute(tx);
  return new Set(rows.rows.map(({ id }) => id));
}

export type RequestMessage = {
  readonly channel: Channel;
  readonly kind: string;
  readonly state: MessageState;
  /** Since when it stands so. */
  readonly at: Date;
};

/** By request: how its subject was written to, oldest first. Never the contact itself. */
export async function findMessagesByRequest(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RequestMessage[]>> {
  const rows = await tx
    .selectFrom("outbox_messages")
    .modifyFront(sql`/* messages_of */`)
    .select(["request_id", "channel", "kind", "state", "moved_at as at"])
    .where(sql<boolean>`request_id = any (${[...requestIds]}::uuid[])`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const messages = rows.map(({ request_id, ...message }) => ({ requestId: request_id ?? "", message }));
  const byRequest = Map.groupBy(messages, ({ requestId }) => requestId);
  return new Map([...byRequest].map(([id, of]) => [id, of.map(({ message }) => message)]));
}

/** Messages that have waited for longer than so many hours: nobody will send them any more. */
export async function findAbandonedMessages(tx: Tx, hours: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("outbox_messages")
    .select("id")
    .where("state", "=", "waiting")
    .where("created_at", "<", sql<Date>`product_now() - make_interval(hours => ${hours})`)
    .limit(1_000)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Messages under a key of their own which ended in the last so many hours, at most so many, in the order of their ids.
 * @param after the last one of those that were read before
 */
export async function findEndedWithOwnKey(
  tx: Tx,
  hours: number,
  most: number,
  after = "00000000-0000-0000-0000-000000000000",
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("outbox_messages")
    .select("id")
    .where("state", "<>", "waiting")
    .where("moved_at", ">", sql<Date>`product_now() - make_interval(hours => ${hours})`)
    .whereRef("key_id", "=", "id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}

/** Which of these ids are messages. */
export async function findExistingMessageIds(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("outbox_messages")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}
