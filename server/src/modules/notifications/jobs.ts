import * as z from "zod/mini";
import { Coalescer } from "../../database/coalesce.ts";
import { type Database, enqueue, type Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { currentCall } from "../../kernel/calls.ts";
import type { Events } from "../../kernel/events.ts";
import { crashPoint } from "../../kernel/crash-points.ts";
import { noticeDays } from "@idanimo/contract/limits";
import type { Mail } from "../../providers/mail/port.ts";
import type { Push } from "../../providers/push/port.ts";
import type { SentMessage, Sms } from "../../providers/sms/port.ts";
import { mailHtml } from "./mail-html.ts";
import { NotSentYet } from "./not-sent-yet.ts";
import { deleteOldNotices } from "./notice-store.ts";
import { openMessage, providerIdOf, sendJobKey, type Content } from "./outbox.ts";
import { isUseful, pauseAfter } from "./rules.ts";
import { sendPush } from "./send-push.ts";
import {
  beginAttempts,
  endedWithOwnKey,
  endWaiting,
  forgottenMessages,
  type WaitingEnd,
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

const payload = z.object({ messageId: z.string() });

/** Longer than any kind is worth sending. */
const forgottenAfterHours = 25;
/** The sweep runs every ten minutes; what ended before all processes stood still has a job that comes again. */
const endedWithinHours = 24;
/** Messages that begin or end in one statement. */
const together = 100;
/** Ids of keys destroyed at once. */
const atOnce = 1_000;

type End = WaitingEnd & { readonly call: string | undefined };

/** Ends the waiting of messages, and says so where one asked somebody something. */
async function endAndTell({ events }: Pick<MessageJobDeps, "events">, tx: Tx, ends: readonly End[]): Promise<void> {
  const callOf = new Map(ends.map(({ id, call }) => [id, call]));
  const asked = (await endWaiting(tx, ends)).flatMap(({ messageId, kind, requestId }) =>
    kind === "consent_request" && requestId !== null ? [{ requestId, call: callOf.get(messageId) }] : [],
  );
  if (asked.length > 0) await events.emit(tx, "consent_messages_moved", { moved: asked });
}

/**
 * Sends one message. Safe to repeat: what does not wait any more is left alone. A crash between the provider's yes and our
 * note of it sends it twice; a mail then carries the same Message-ID. Messages that begin or end at one moment share the statements and the
 * flush of it.
 */
export function sendMessage(deps: MessageJobDeps): (job: unknown) => Promise<void> {
  const { db, keys } = deps;
  const begins = new Coalescer(
    (ids: readonly string[]) =>
      db.transaction("system", async (tx) => {
        const begun = await beginAttempts(tx, ids);
        return ids.map((id) => ({ message: begun.get(id) }));
      }),
    together,
    (size) => db.batch("message_begin", size),
  );
  const ends = new Coalescer(
    async (batch: readonly End[]) => {
      await db.transaction("system", (tx) => endAndTell(deps, tx, batch));
      return batch.map(() => true);
    },
    together,
    (size) => db.batch("message_end", size),
  );
  const end = async ({ id, keyId }: WaitingMessage, event: End["event"], providerId: string | null) => {
    await ends.ask({ id, event, providerId, call: currentCall() });
    crashPoint("message_ended");
    if (keyId === id) await keys.destroy([id]); // a key of its own has nothing left to open
  };

  return async (job) => {
    const { messageId } = payload.parse(job);
    const { message } = await begins.ask(messageId);
    if (!message) {
      await keys.destroy([messageId]); // whoever ended it may have died before this
      return;
    }
    const content = isUseful(message.kind, message.ageSeconds) ? await read(keys, message) : undefined;
    if (!content) {
      await end(message, "given_up", null);
      return;
    }
    const answer = await send(deps, message, content);
    crashPoint("message_sent");
    if (answer.kind === "sent") {
      await end(message, "taken_by_provider", providerIdOf(deps[message.channel].name, answer.messageId));
    } else if (answer.kind === "refused") {
      await end(message, "given_up", null);
    } else {
      const pause = pauseAfter(message.attempts);
      if (pause === "queue") throw new NotSentYet(`message ${messageId} was not taken: ${answer.why}`);
      await db.transaction("system", (tx) =>
        enqueue(tx, "send_message", { messageId }, sendJobKey(messageId), { runInSeconds: pause }),
      );
    }
  };
}

/** Undefined where the key was destroyed: the message dies with what it was about. */
async function read(keys: Pick<KeyStore, "find">, message: WaitingMessage): Promise<Content | undefined> {
  const key = await keys.find(message.keyId);
  return key && message.sealed ? openMessage(key, message.id, message.sealed) : undefined;
}

function send({ sms, mail }: MessageJobDeps, { id, channel }: WaitingMessage, content: Content): Promise<SentMessage> {
  const { to, subject = "", text, blocks } = content;
  if (channel === "sms") return sms.send({ to, text });
  return mail.send({ id, to, subject, text, ...(blocks && { html: mailHtml(subject, blocks) }) });
}

/**
 * Gives up what still waits long after its time and erases it, should its job have been lost; destroys the own keys of what has
 * ended lately, should whoever ended it have died before that; forgets old notices. Safe to repeat.
 */
export function sweepMessages(deps: Pick<MessageJobDeps, "db" | "keys" | "events">): () => Promise<void> {
  const { db, keys } = deps;
  return async () => {
    const forgotten = await db.transaction("system", (tx) => forgottenMessages(tx, forgottenAfterHours));
    await keys.destroy(forgotten); // first, so that what dies here is found again
    await db.transaction("system", async (tx) => {
      const ends = forgotten.map((id) => ({ id, event: "given_up", providerId: null, call: currentCall() }) as const);
      await endAndTell(deps, tx, ends);
      await deleteOldNotices(tx, noticeDays);
    });
    const endedAfter = (id?: string) =>
      db.transaction("system", (tx) => endedWithOwnKey(tx, endedWithinHours, atOnce, id));
    for (let ended = await endedAfter(); ended.length > 0; ended = await endedAfter(ended.at(-1)))
      await keys.destroy(ended);
  };
}

/** The module's jobs by the names the queue knows them by. */
export function notificationJobs(deps: MessageJobDeps): {
  readonly send_message: (job: unknown) => Promise<void>;
  readonly send_push: (job: unknown) => Promise<void>;
  readonly sweep_messages: () => Promise<void>;
} {
  return { send_message: sendMessage(deps), send_push: sendPush(deps), sweep_messages: sweepMessages(deps) };
}
