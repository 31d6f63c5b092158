import * as z from "zod/mini";
import { enqueueAll, type Tx } from "../../database/database.ts";
import { currentRequestId } from "../../kernel/request-context.ts";
import { type IdSource, randomIds } from "../../kernel/ids.ts";
import { seal, unseal } from "../../kernel/vault.ts";
import { type MailBlock, mailBlock } from "./mail-blocks.ts";
import type { MessageKind } from "./rules.ts";
import { insertMessages, findKnownProviderIds, transitionSentMessages, type TransitionedMessage } from "./store.ts";

export type Message = {
  /**
   * An id chosen by the caller. If it equals `keyId`, the key is destroyed with the message. A message with an
   * existing id is not queued again.
   */
  readonly id?: string;
  readonly kind: MessageKind;
  /**
   * The key that seals it: the registration's, account's or request's. Once that key is destroyed, the message is
   * never sent.
   */
  readonly keyId: string;
  readonly key: Buffer;
  /** The verification request it is about, if any. */
  readonly requestId: string | null;
  /** A phone number in E.164 form with its plus, or an email address. */
  readonly to: string;
  readonly text: string;
} & (
  | { readonly channel: "sms"; readonly subject?: undefined; readonly blocks?: undefined }
  | {
      readonly channel: "mail";
      readonly subject: string;
      /** Its HTML is rendered from these. */ readonly blocks: readonly MailBlock[];
    }
);

/** Stores the text next to the blocks, so that a process of the previous release can send it. */
const messageContent = z.object({
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.string(),
  blocks: z.optional(z.array(mailBlock)),
});
export type MessageContent = z.output<typeof messageContent>;

const sealContextOf = (id: string) => ({ table: "outbox_messages", id, field: "sealed" });

/**
 * Queues a message and its job in the caller's transaction.
 * @returns the message's id
 */
export async function queueMessage(tx: Tx, message: Message, ids: IdSource = randomIds): Promise<string> {
  const id = message.id ?? ids.rowId();
  await queueMessages(tx, [{ ...message, id, call: currentRequestId() }], ids);
  return id;
}

/** The key of a message's job, so that each message has only one. */
export const sendMessageJobKey = (messageId: string): string => `send_message:${messageId}`;

/** Queues several messages in two statements, each with the id of its own API call. */
export async function queueMessages(
  tx: Tx,
  messages: readonly (Message & { readonly call: string | undefined })[],
  ids: IdSource = randomIds,
): Promise<void> {
  const made = messages.map(
    ({ id = ids.rowId(), channel, kind, key, keyId, requestId, to, subject, text, blocks, call }) => {
      const messageBody = {
        to,
        ...(subject !== undefined && { subject }),
        text,
        ...(blocks !== undefined && { blocks: [...blocks] }),
      } satisfies MessageContent;
      const sealed = seal(key, Buffer.from(JSON.stringify(messageBody)), sealContextOf(id));
      return { id, channel, kind, keyId, requestId, sealed, call };
    },
  );
  const written = await insertMessages(tx, made);
  const jobs = made.flatMap(({ id, call }) =>
    written.has(id) ? [{ payload: { messageId: id }, key: sendMessageJobKey(id), call }] : [],
  );
  await enqueueAll(tx, "send_message", jobs);
}

/**
 * Decrypts a message.
 * @throws if the key belongs to another message
 */
export function openMessage(key: Buffer, id: string, sealed: Buffer): MessageContent {
  return messageContent.parse(JSON.parse(unseal(key, sealed, sealContextOf(id)).toString()));
}

/** The provider's message id, prefixed with the provider's name. */
export const qualifiedProviderId = (provider: string, messageId: string) => `${provider}:${messageId}`;

/** A provider's delivery report for one message id. */
export type DeliveryReceipt = { readonly messageId: string; readonly delivered: boolean };

/**
 * The message that changed; `unchanged` if it had changed before; `unknown` if no such message was sent. A report
 * can arrive before we recorded the sending, so the caller asks the provider to repeat an unknown one.
 */
export type DeliveryReceiptResult = TransitionedMessage | "unchanged" | "unknown";

/**
 * Records delivery reports. Idempotent; the first of several reports about one message counts.
 * @param provider the port's `name`
 * @returns one result per report, in order
 */
export async function recordDeliveryReceipts(
  tx: Tx,
  provider: string,
  notices: readonly DeliveryReceipt[],
): Promise<readonly DeliveryReceiptResult[]> {
  const ids = notices.map(({ messageId }) => qualifiedProviderId(provider, messageId));
  const firstAt = new Map(ids.map((id, at) => [id, at] as const).toReversed());
  const moved = await transitionSentMessages(
    tx,
    [...firstAt].map(([providerId, at]) => ({
      providerId,
      event: notices[at]?.delivered === true ? "arrived" : "did_not_arrive",
    })),
  );
  const byId = new Map(moved.map((message) => [message.providerId, message]));
  const known = await findKnownProviderIds(
    tx,
    ids.filter((id) => !byId.has(id)),
  );
  return ids.map((id, at) => {
    const message = byId.get(id);
    if (message && firstAt.get(id) === at) return message;
    return message || known.has(id) ? "unchanged" : "unknown";
  });
}
