import type { NoticeKind } from "@idanimo/contract/notices";
import { enqueueAll, type Tx } from "../../database/database.ts";
import { publishToUsers } from "../../database/live-events.ts";
import { currentRequestId } from "../../kernel/request-context.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { NoticeFacts } from "./notice-copy.ts";
import { insertNotices } from "./notice-store.ts";

/** Something to tell, with the values its words need. */
export type Notice = {
  readonly [Kind in NoticeKind]: {
    readonly ownerId: string;
    /** What it is about, such as `payment:EA00000000000001`: telling twice keeps one. */
    readonly key: string;
    readonly kind: Kind;
    readonly facts: NoticeFacts<Kind>;
    /** Where it leads inside the application. */
    readonly link: string | null;
  };
}[NoticeKind];

/**
 * Tells an account holder something, once: a row of their list, a word to their open pages, and the job that tells their
 * devices where they have one. All in the caller's transaction, so it is told when that commits and not before. Source: A§1, B§1.
 * @returns the notice's id, or undefined when this key was told before
 */
export async function notify(tx: Tx, deps: { readonly ids: IdSource }, notice: Notice): Promise<string | undefined> {
  const [id] = await notifyAll(tx, deps, [{ notice, call: currentRequestId() }]);
  return id;
}

/**
 * The same for many, in few statements.
 * @param notices each with the call it is told for
 * @returns the ids of those whose key was not told before
 */
export async function notifyAll(
  tx: Tx,
  deps: { readonly ids: IdSource },
  notices: readonly { readonly notice: Notice; readonly call: string | undefined }[],
): Promise<readonly string[]> {
  if (notices.length === 0) return [];
  const made = notices.map(({ notice, call }) => ({ id: deps.ids.publicId(), call, ...notice }));
  const written = await insertNotices(tx, made);
  const inserted = made.filter(({ id }) => written.has(id));
  await publishToUsers(
    tx,
    inserted.map(({ id, ownerId }) => ({ ownerId, event: { type: "notice", noticeId: id } })),
  );
  const withDevice = inserted.filter(({ id }) => written.get(id)?.rings);
  await enqueueAll(
    tx,
    "send_push",
    withDevice.map(({ id, call }) => ({ payload: { noticeId: id }, key: `send_push:${id}`, call })),
  );
  return inserted.map(({ id }) => id);
}
