import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
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

/** Counts one more try of a message that still waits, in the statement that reads it. */
export async function beginAttempt(tx: Tx, id: string): Promise<WaitingMessage | undefined> {
  const row = await tx
    .updateTable("outbox_messages")
    .set({ attempts: sql`least(attempts + 1, 32767)` })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returning(["id", "channel", "kind", "key_id", "sealed", "attempts"])
    .returning(sql<number>`extract(epoch from product_now() - created_at)::float8`.as("age"))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id: found, channel, kind, key_id: keyId, sealed, attempts, age: ageSeconds } = row;
  return { id: found, channel, kind, keyId, sealed, attempts, ageSeconds };
}

/**
 * Ends the waiting of a message and erases what it held; undefined when it waits no more.
 * @param providerId what its later notice will name; null when it was not sent
 */
export async function endWaiting(
  tx: Tx,
  id: string,
  event: "taken_by_provider" | "given_up",
  providerId: string | null,
): Promise<MovedMessage | undefined> {
  const to = nextState<MessageState, MessageEvent>(messageTransitions, "waiting", event);
  if (!to) return undefined;
  const moved = await tx
    .updateTable("outbox_messages")
    .set({ state: to, sealed: null, provider_id: providerId, moved_at: productNow })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returning(["id", "request_id", "channel", "kind"])
    .executeTakeFirst();
  return moved && asMoved(moved);
}

/** A message whose state has changed. */
export type MovedMessage = {
  readonly messageId: string;
  readonly requestId: string | null;
  readonly channel: Channel;
  readonly kind: string;
};

const asMoved = (row: { id: string; request_id: string | null; channel: Channel; kind: string }): MovedMessage => ({
  messageId: row.id,
  requestId: row.request_id,
  channel: row.channel,
  kind: row.kind,
});

/** Moves the sent message that a provider's notice is about; undefined when there is none, or it has moved already. */
export async function moveSent(
  tx: Tx,
  providerId: string,
  event: "arrived" | "did_not_arrive",
): Promise<MovedMessage | undefined> {
  const to = nextState<MessageState, MessageEvent>(messageTransitions, "sent", event);
  if (!to) return undefined;
  const row = await tx
    .updateTable("outbox_messages")
    .set({ state: to, moved_at: productNow })
    .where("provider_id", "=", providerId)
    .where("state", "=", "sent")
    .returning(["id", "request_id", "channel", "kind"])
    .executeTakeFirst();
  return row && asMoved(row);
}

/** Whether any message was sent under a provider's id. */
export async function isKnown(tx: Tx, providerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("outbox_messages")
    .select("id")
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
  return row !== undefined;
}

export type RequestMessage = {
  readonly channel: Channel;
  readonly kind: string;
  readonly state: MessageState;
  /** Since when it stands so. */
  readonly at: Date;
};

/** How the subject of a request was written to, oldest first. Never the contact itself. */
export async function messagesOfRequest(tx: Tx, requestId: string): Promise<readonly RequestMessage[]> {
  return tx
    .selectFrom("outbox_messages")
    .select(["channel", "kind", "state", "moved_at as at"])
    .where("request_id", "=", requestId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Messages that have waited for longer than so many hours: nobody will send them any more. */
export async function forgottenMessages(tx: Tx, hours: number): Promise<readonly string[]> {
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
export async function endedWithOwnKey(
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
export async function messagesAmong(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("outbox_messages")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}
