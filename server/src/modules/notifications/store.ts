import { nilUuid } from "../../kernel/cursor.ts";
import { type RawBuilder, sql } from "kysely";
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

/** Inserts messages. @returns the new ids; existing ids are skipped */
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
  /** Attempts, including the one that starts now. */
  readonly attempts: number;
  readonly ageSeconds: number;
};

/**
 * Counts one attempt for messages that still wait, in the statement that reads them. Other messages are missing
 * from the result.
 */
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
  /** The id in later delivery reports; null if it was not sent. */
  readonly providerId: string | null;
};

/** Ends waiting messages and erases their content. @returns those that were waiting */
export async function endWaitingMessages(
  tx: Tx,
  ends: readonly WaitingMessageEnd[],
): Promise<readonly TransitionedMessage[]> {
  const to = ends.map(({ event }) => nextState<MessageState, MessageEvent>(messageTransitions, "waiting", event));
  const moved = await sql<TransitionedMessage>`
    update outbox_messages m set state = ended.state, sealed = null, provider_id = ended.provider_id, state_changed_at = product_now()
    from unnest(${ends.map(({ id }) => id)}::uuid[], ${to}::text[], ${ends.map(({ providerId }) => providerId)}::text[])
      as ended (id, state, provider_id)
    where m.id = ended.id and m.state = 'waiting' returning ${transitionedMessageColumns}`.execute(tx);
  return moved.rows;
}

export type TransitionedMessage = {
  readonly messageId: string;
  readonly requestId: string | null;
  readonly channel: Channel;
  readonly kind: string;
  readonly providerId: string | null;
};

const transitionedMessageColumns = sql`m.id as "messageId", m.request_id as "requestId", m.channel, m.kind, m.provider_id as "providerId"`;

export type DeliveryReport = { readonly providerId: string; readonly event: "arrived" | "did_not_arrive" };

/** Applies delivery reports to sent messages. @returns those whose state changed */
export async function transitionSentMessages(
  tx: Tx,
  reports: readonly DeliveryReport[],
): Promise<readonly TransitionedMessage[]> {
  const to = reports.map(({ event }) => nextState<MessageState, MessageEvent>(messageTransitions, "sent", event));
  const moved = await sql<TransitionedMessage>`
    update outbox_messages m set state = report.state, state_changed_at = product_now()
    from unnest(${reports.map(({ providerId }) => providerId)}::text[], ${to}::text[]) as report (provider_id, state)
    where m.provider_id = report.provider_id and m.state = 'sent' returning ${transitionedMessageColumns}`.execute(tx);
  return moved.rows;
}

/** Finds which of these ids belong to a message. */
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
  /** When its state last changed. */
  readonly at: Date;
};

/** Finds the messages of each request, oldest first, without the contact. */
export async function findMessagesByRequest(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RequestMessage[]>> {
  const rows = await tx
    .selectFrom("outbox_messages")
    .select(["request_id", "channel", "kind", "state", "state_changed_at as at"])
    .where(sql<boolean>`request_id = any (${[...requestIds]}::uuid[])`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const messages = rows.map(({ request_id, ...message }) => ({ requestId: request_id ?? "", message }));
  const byRequest = Map.groupBy(messages, ({ requestId }) => requestId);
  return new Map([...byRequest].map(([id, of]) => [id, of.map(({ message }) => message)]));
}

/** Finds messages that have waited longer than this, at most 1,000. */
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
 * Finds messages with a key of their own that ended in the last `hours`, ordered by id.
 * @param after the last id of the previous batch
 */
export async function findEndedWithOwnKey(
  tx: Tx,
  hours: number,
  most: number,
  after = nilUuid,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("outbox_messages")
    .select("id")
    .where("state", "<>", "waiting")
    .where("state_changed_at", ">", sql<Date>`product_now() - make_interval(hours => ${hours})`)
    .whereRef("key_id", "=", "id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}

/** Finds which of these ids exist. */
export async function findExistingMessageIds(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("outbox_messages")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * SQL: whether a message that asked for consent to a request exists, in one of the states if given. For statements
 * of later modules.
 */
export const hasConsentMessage = (requestId: RawBuilder<string>, states?: readonly MessageState[]) =>
  sql<boolean>`exists (select from outbox_messages m where m.request_id = ${requestId} and m.kind = 'consent_request'
    ${states ? sql`and m.state in (${sql.join(states)})` : sql``})`;

/** SQL: when the oldest message that no attempt was made for was queued. */
export const oldestWaitingMessage = sql<Date | null>`(
  select created_at from outbox_messages where state = 'waiting' and attempts = 0 order by created_at limit 1)`;

/** Erases the content of messages about purged requests. */
export async function purge(tx: Tx, requestIds: readonly string[]): Promise<void> {
  await sql`update outbox_messages set sealed = null
    where request_id = any (${[...requestIds]}::uuid[]) and sealed is not null`.execute(tx);
}
