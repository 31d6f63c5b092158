import type { addPush, notices, pushKey, readNotices, removePush } from "@idanimo/contract/notices";
import { fail, ok } from "@idanimo/contract/problems";
import type { Database } from "../../database/database.ts";
import type { Handler } from "../../http/call.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import type { Push } from "../../providers/push/port.ts";
import { registerDevice } from "./push-devices.ts";
import { countUnread, markNoticesRead, findNotices } from "./notice-store.ts";
import { noticeText } from "./notice-copy.ts";
import { deleteDevicesOfSignIns } from "./push-store.ts";

export type NoticeDeps = { readonly db: Database; readonly push: Push };

/** Page size if the client sends none. */
const defaultPageSize = 20;

/** Lists a user's notices, newest first with a keyset cursor, and counts the unread ones. */
export const listNotices =
  ({ db }: NoticeDeps): Handler<typeof notices> =>
  async (input, { userId }) => {
    const size = input.size ?? defaultPageSize;
    const found = await findNotices(db.single, userId, decodeCursor(input.after), size + 1);
    const rows = found.slice(0, size);
    const last = rows.at(-1);
    return ok({
      notices: rows.map(({ id, kind, facts, link, at, isRead }) => ({
        id,
        kind,
        ...noticeText(kind, facts),
        at: at.toISOString(),
        read: isRead,
        link,
      })),
      unread: await countUnread(db.single, userId),
      next: found.length > size && last ? encodeCursor(last.atText, last.id) : null,
    });
  };

/** Marks notices as read; ids of other users change nothing. */
export const markNoticesAsRead =
  ({ db }: NoticeDeps): Handler<typeof readNotices> =>
  ({ ids }, { userId }) =>
    db.transaction({ owner: userId }, async (tx) => {
      await markNoticesRead(tx, userId, ids);
      return ok({ result: "success", unread: await countUnread(tx, userId) });
    });

/** Returns the public key for push subscriptions. */
export const getPushKey =
  ({ push }: NoticeDeps): Handler<typeof pushKey> =>
  () =>
    Promise.resolve(ok({ publicKey: push.publicKey }));

/** Registers a device for push and binds it to this sign-in. */
export const addPushDevice =
  ({ db, push }: NoticeDeps): Handler<typeof addPush> =>
  async (input, { userId: ownerId, signInId }) => {
    if (push.publicKey === null) return fail("push_refused", {});
    const isStored = await db.transaction({ owner: ownerId }, (tx) =>
      registerDevice(tx, push, { ownerId, signInId }, input),
    );
    return isStored ? ok({ result: "success" }) : fail("push_refused", {});
  };

/** Removes this sign-in's device. */
export const removePushDevice =
  ({ db }: NoticeDeps): Handler<typeof removePush> =>
  async (_input, { userId: owner, signInId }) => {
    await db.transaction({ owner }, (tx) => deleteDevicesOfSignIns(tx, [signInId]));
    return ok({ result: "success" });
  };
