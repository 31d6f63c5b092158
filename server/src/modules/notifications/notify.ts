import type { NoticeKind } from "@idanimo/contract/notices";
import { enqueue, type Tx } from "../../database/database.ts";
import { tellOwner } from "../../database/live.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { NoticeFacts } from "./notice-words.ts";
import { insertNotice } from "./notice-store.ts";

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
 * devices. All in the caller's transaction, so it is told when that commits and not before. Source: A§1, B§1.
 * @returns the notice's id, or undefined when this key was told before
 */
export async function notify(tx: Tx, deps: { readonly ids: IdSource }, notice: Notice): Promise<string | undefined> {
  const id = deps.ids.open();
  if (!(await insertNotice(tx, { id, ...notice }))) return undefined;
  await tellOwner(tx, notice.ownerId, { type: "notice", noticeId: id });
  await enqueue(tx, "send_push", { noticeId: id }, `send_push:${id}`);
  return id;
}
