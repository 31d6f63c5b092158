import type { addPush, notices, pushKey, readNotices, removePush } from "@idanimo/contract/notices";
import { fail, ok } from "@idanimo/contract/problems";
import type { Database } from "../../database/database.ts";
import type { Handler } from "../../http/call.ts";
import { readCursor, writeCursor } from "../../kernel/cursor.ts";
import type { Push } from "../../providers/push/port.ts";
import { keepDevice } from "./devices.ts";
import { countUnread, markRead, noticesOf } from "./notice-store.ts";
import { noticeWords } from "./notice-words.ts";
import { dropPushOf } from "./push-store.ts";

export type NoticeDeps = { readonly db: Database; readonly push: Push };

/** Rows a client gets that asks for no size. */
const defaultSize = 20;

/** What was told to this user, newest first by keyset, and how much of it is unread. */
export const listNotices =
  ({ db }: NoticeDeps): Handler<typeof notices> =>
  async (input, { userId }) => {
    const size = input.size ?? defaultSize;
    const found = await noticesOf(db.single, userId, readCursor(input.after), size + 1);
    const rows = found.slice(0, size);
    const last = rows.at(-1);
    return ok({
      notices: rows.map(({ id, kind, facts, link, at, isRead }) => ({
        id,
        kind,
        ...noticeWords(kind, facts),
        at: at.toISOString(),
        read: isRead,
        link,
      })),
      unread: await countUnread(db.single, userId),
      next: found.length > size && last ? writeCursor(last.atText, last.id) : null,
    });
  };

/** Marks notices as read; ids of others change nothing. */
export const markAsRead =
  ({ db }: NoticeDeps): Handler<typeof readNotices> =>
  ({ ids }, { userId }) =>
    db.transaction({ owner: userId }, async (tx) => {
      await markRead(tx, userId, ids);
      return ok({ result: "success", unread: await countUnread(tx, userId) });
    });

/** What a browser subscribes with. */
export const keyOf =
  ({ push }: NoticeDeps): Handler<typeof pushKey> =>
  () =>
    Promise.resolve(ok({ publicKey: push.publicKey }));

/** From now on this device is told too, and it belongs to this sign-in. */
export const tellDevice =
  ({ db, push }: NoticeDeps): Handler<typeof addPush> =>
  async (input, { userId: ownerId, signInId }) => {
    if (push.publicKey === null) return fail("push_refused", {});
    const kept = await db.transaction({ owner: ownerId }, (tx) => keepDevice(tx, push, { ownerId, signInId }, input));
    return kept ? ok({ result: "success" }) : fail("push_refused", {});
  };

/** This sign-in's device is told no more. */
export const forgetDevice =
  ({ db }: NoticeDeps): Handler<typeof removePush> =>
  async (_input, { userId: owner, signInId }) => {
    await db.transaction({ owner }, (tx) => dropPushOf(tx, [signInId]));
    return ok({ result: "success" });
  };
