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
   * Its own id, where it was needed before: a message whose key bears its own id takes that key along when it goes. One that
   * was queued under this id is not queued again.
   */
  readonly id?: string;
  readonly kind: MessageKind;
  /** Whose key seals it: the registration, account or request. When that key is destroyed, the message is never sent. */
  readonly keyId: string;
  readonly key: Buffer;
  /** The verification request it is about, where there is one. */
  readonly requestId: string | null;
  /** A phone number in international form with its plus, or an email address. */
  readonly to: string;
  readonly text: string;
} & (
  | { readonly channel: "sms"; readonly subject?: undefined; readonly blocks?: undefined }
  | {
      readonly channel: "mail";
      readonly subject: string;
      /** Its HTML is made of these. */ readonly blocks: readonly MailBlock[];
    }
);

/** The text is stored beside the blocks, so that a process of the release before can send it. */
const messageContent = z.object({
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.string(),
  blocks: z.optional(z.array(mailBlock)),
});
export type MessageContent = z.output<typeof messageContent>;

const sealContextOf = (id: string) => ({ table: "outbox_messages", id, field: "sealed" });

/**
 * Puts a message and the job that sends it into the caller's transaction: both are there when it commits, neither when not.
 * @returns the message's id
 */
export async function queueMessage(tx: Tx, message: Message, ids: IdSource = randomIds): Promise<string> {
  const id = message.id ?? ids.rowId();
  await queueMessages(tx, [{ ...message, id, call: currentRequestId() }], ids);
  return id;
}

/** The key of the job that sends a message: a message has one. */
export const sendMessageJobKey = (messageId: string): string => `send_message:${messageId}`;

/** The same for several, each for its own call, in two statements. */
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

/** Reads a sealed message. Throws where the key is another one. */
export function openMessage(key: Buffer, id: string, sealed: Buffer): MessageContent {
  return messageContent.parse(JSON.parse(unseal(key, sealed, sealContextOf(id)).toString()));
}

/** What a provider calls a message, told apart from other providers' ids. */
export const qualifiedProviderId = (provider: string, messageId: string) => `${provider}:${messageId}`;

/** What a provider says about the arrival of a message that it knows by this id. */
export type DeliveryReceipt = { readonly messageId: string; readonly delivered: boolean };

/** The message that moved; `unchanged` when it had moved already; `unknown` when no such message was sent (yet: the notice may overtake
 * our own note of the sending, so a caller asks the provider to repeat it). */
export type DeliveryReceiptResult = TransitionedMessage | "unchanged" | "unknown";

/**
 * Notes what a provider says about messages' arrival. Repeating it changes nothing; of several notices about one message the first one counts.
 * @param provider the port's `name`
 * @returns what came of each, in their order
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
