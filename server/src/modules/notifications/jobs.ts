import * as z from "zod/mini";
import { Batcher } from "../../database/batcher.ts";
import { type Database, enqueue, type Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { currentRequestId } from "../../kernel/request-context.ts";
import type { Events } from "../../kernel/events.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { noticeRetentionDays } from "@idanimo/contract/limits";
import type { Mail } from "../../providers/mail/port.ts";
import type { Push } from "../../providers/push/port.ts";
import type { SendResult, Sms } from "../../providers/sms/port.ts";
import { renderMailHtml } from "./mail-html.ts";
import { SendRetryLater } from "./retry-later.ts";
import { deleteOldNotices } from "./notice-store.ts";
import { openMessage, qualifiedProviderId, sendMessageJobKey, type MessageContent } from "./outbox.ts";
import { isWithinTtl, retryDelayAfter } from "./rules.ts";
import { sendPush } from "./send-push.ts";
import {
  beginAttempts,
  findEndedWithOwnKey,
  endWaitingMessages,
  findAbandonedMessages,
  type WaitingMessageEnd,
  type WaitingMessage,
} from "./store.ts";

export type MessageJobDeps = {
  readonly db: Database;
  readonly keys: Pick<KeyStore, "find" | "destroy">;
  readonly sms: Sms;
  readonly mail: Mail;
  readonly push: Push;
  readonly events: Events<Tx>;
};

const sendMessagePayload = z.object({ messageId: z.string() });

/** Longer than the TTL of every kind, in hours. */
const abandonedAfterHours = 25;
/** The sweep runs every ten minutes. After a longer outage the jobs of older messages still run. */
const endedWithinHours = 24;
/** Messages per statement when attempts begin or end. */
const messageBatchSize = 100;
/** Keys destroyed per call. */
const keyBatchSize = 1_000;

type MessageEnd = WaitingMessageEnd & { readonly call: string | undefined };

/** Ends waiting messages, and emits an event for those that asked for consent. */
async function endMessages(
  { events }: Pick<MessageJobDeps, "events">,
  tx: Tx,
  ends: readonly MessageEnd[],
): Promise<void> {
  const callOf = new Map(ends.map(({ id, call }) => [id, call]));
  const consentRequests = (await endWaitingMessages(tx, ends)).flatMap(({ messageId, kind, requestId }) =>
    kind === "consent_request" && requestId !== null ? [{ requestId, call: callOf.get(messageId) }] : [],
  );
  if (consentRequests.length > 0) await events.emit(tx, "consent_messages_moved", { moved: consentRequests });
}

/**
 * Sends one message. Idempotent: it ignores messages that no longer wait. A crash after the provider accepted the
 * message sends it twice; an email then has the same Message-ID. Concurrent messages share their statements.
 */
export function sendMessage(deps: MessageJobDeps): (job: unknown) => Promise<void> {
  const { db, keys } = deps;
  const beginBatcher = new Batcher(
    (ids: readonly string[]) =>
      db.transaction("system", async (tx) => {
        const begun = await beginAttempts(tx, ids);
        return ids.map((id) => ({ message: begun.get(id) }));
      }),
    messageBatchSize,
    (size) => db.batch("message_begin", size),
  );
  const ends = new Batcher(
    async (batch: readonly MessageEnd[]) => {
      await db.transaction("system", (tx) => endMessages(deps, tx, batch));
      return batch.map(() => true);
    },
    messageBatchSize,
    (size) => db.batch("message_end", size),
  );
  const endMessage = async ({ id, keyId }: WaitingMessage, event: MessageEnd["event"], providerId: string | null) => {
    await ends.submit({ id, event, providerId, call: currentRequestId() });
    failpoint("message_ended");
    if (keyId === id) await keys.destroy([id]); // the message is erased, so its own key is not needed
  };

  return async (job) => {
    const { messageId } = sendMessagePayload.parse(job);
    const { message } = await beginBatcher.submit(messageId);
    if (!message) {
      await keys.destroy([messageId]); // a crash may have ended the message without destroying its key
      return;
    }
    const content = isWithinTtl(message.kind, message.ageSeconds) ? await readContent(keys, message) : undefined;
    if (!content) {
      await endMessage(message, "given_up", null);
      return;
    }
    const outcome = await sendToProvider(deps, message, content);
    failpoint("message_sent");
    if (outcome.kind === "sent") {
      await endMessage(
        message,
        "taken_by_provider",
        qualifiedProviderId(deps[message.channel].name, outcome.messageId),
      );
    } else if (outcome.kind === "refused") {
      await endMessage(message, "given_up", null);
    } else {
      const retryDelay = retryDelayAfter(message.attempts);
      if (retryDelay === "queue") throw new SendRetryLater(`message ${messageId} was not accepted: ${outcome.why}`);
      await db.transaction("system", (tx) =>
        enqueue(tx, "send_message", { messageId }, sendMessageJobKey(messageId), { runInSeconds: retryDelay }),
      );
    }
  };
}

/** Decrypts a message; undefined if its key was destroyed. */
async function readContent(keys: Pick<KeyStore, "find">, message: WaitingMessage): Promise<MessageContent | undefined> {
  const key = await keys.find(message.keyId);
  return key && message.sealed ? openMessage(key, message.id, message.sealed) : undefined;
}

function sendToProvider(
  { sms, mail }: MessageJobDeps,
  { id, channel }: WaitingMessage,
  content: MessageContent,
): Promise<SendResult> {
  const { to, subject = "", text, blocks } = content;
  if (channel === "sms") return sms.send({ to, text });
  return mail.send({ id, to, subject, text, ...(blocks && { html: renderMailHtml(subject, blocks) }) });
}

/**
 * Ends and erases messages that waited too long because their job was lost, destroys leftover keys of recently
 * ended messages, and deletes old notices. Idempotent.
 */
export function sweepMessages(deps: Pick<MessageJobDeps, "db" | "keys" | "events">): () => Promise<void> {
  const { db, keys } = deps;
  return async () => {
    const abandoned = await db.transaction("system", (tx) => findAbandonedMessages(tx, abandonedAfterHours));
    await keys.destroy(abandoned); // first, so that a crash in between leaves the messages for the next run
    await db.transaction("system", async (tx) => {
      const ends = abandoned.map(
        (id) => ({ id, event: "given_up", providerId: null, call: currentRequestId() }) as const,
      );
      await endMessages(deps, tx, ends);
      await deleteOldNotices(tx, noticeRetentionDays);
    });
    const endedAfter = (id?: string) =>
      db.transaction("system", (tx) => findEndedWithOwnKey(tx, endedWithinHours, keyBatchSize, id));
    for (let ended = await endedAfter(); ended.length > 0; ended = await endedAfter(ended.at(-1)))
      await keys.destroy(ended);
  };
}

/** The module's jobs by their names in the queue. */
export function notificationJobs(deps: MessageJobDeps): {
  readonly send_message: (job: unknown) => Promise<void>;
  readonly send_push: (job: unknown) => Promise<void>;
  readonly sweep_messages: () => Promise<void>;
} {
  return { send_message: sendMessage(deps), send_push: sendPush(deps), sweep_messages: sweepMessages(deps) };
}
