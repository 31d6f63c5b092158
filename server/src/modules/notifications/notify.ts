import type { NoticeKind } from "@idanimo/contract/notices";
import { enqueueAll, type Tx } from "../../database/database.ts";
import { publishToUsers } from "../../database/live-events.ts";
import { currentRequestId } from "../../kernel/request-context.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { NoticeFacts } from "./notice-copy.ts";
import { insertNotices } from "./notice-store.ts";

/** A notice to send, with the values of its copy. */
export type Notice = {
  readonly [Kind in NoticeKind]: {
    readonly ownerId: string;
    /**
     * For what happened to an owner: the member who made it, or null. The notice goes to that member, or to the first
     * owner of the organisation. Without it, `ownerId` is the person themselves.
     */
    readonly madeBy?: string | null;
    /** The same for a request: the member who made it is looked up. */
    readonly requestId?: string;
    /** Idempotency key, such as `payment:EA00000000000001`. */
    readonly key: string;
    readonly kind: Kind;
    readonly facts: NoticeFacts<Kind>;
    /** Path inside the application. */
    readonly link: string | null;
  };
}[NoticeKind];

/**
 * Notifies an account holder once per key: inserts the notice, publishes it to open pages, and enqueues the push
 * job if they have a device. All of it is part of the caller's transaction.
 * @returns the notice's id; undefined if the key already exists
 */
export async function notify(tx: Tx, deps: { readonly ids: IdSource }, notice: Notice): Promise<string | undefined> {
  const [id] = await notifyAll(tx, deps, [{ notice, call: currentRequestId() }]);
  return id;
}

/**
 * Sends many notices in few statements.
 * @param notices each with the id of the API call that caused it
 * @returns the ids of notices whose key was new
 */
export async function notifyAll(
  tx: Tx,
  deps: { readonly ids: IdSource },
  notices: readonly { readonly notice: Notice; readonly call: string | undefined }[],
): Promise<readonly string[]> {
  if (notices.length === 0) return [];
  const made = notices.map(({ notice, call }) => ({ id: deps.ids.publicId(), call, ...notice }));
  const written = await insertNotices(tx, made);
  const inserted = made.flatMap(({ id, call }) => {
    const stored = written.get(id);
    return stored ? [{ id, call, ...stored }] : [];
  });
  await publishToUsers(
    tx,
    inserted.map(({ id, recipientId }) => ({ ownerId: recipientId, event: { type: "notice", noticeId: id } })),
  );
  const withDevice = inserted.filter(({ rings }) => rings);
  await enqueueAll(
    tx,
    "send_push",
    withDevice.map(({ id, call }) => ({ payload: { noticeId: id }, key: `send_push:${id}`, call })),
  );
  return inserted.map(({ id }) => id);
}
