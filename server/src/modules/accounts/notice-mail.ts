import * as z from "zod/mini";
import { findNoticeContent, noticeMessage, queueMessage } from "../notifications/index.ts";
import type { AccountDeps } from "./deps.ts";
import { findSecondFactorState } from "./second-factor/store.ts";

const mailNoticePayload = z.object({ noticeId: z.string() });

/**
 * Emails a notice to its recipient. The operator console enqueues it, because it may not read the keys that seal
 * messages. Idempotent: the message has the notice's id. [OC-08]
 */
export function mailNotice(
  deps: Pick<AccountDeps, "db" | "keys" | "ids" | "publicUrl">,
): (job: unknown) => Promise<void> {
  return async (job) => {
    const { noticeId } = mailNoticePayload.parse(job);
    const notice = await findNoticeContent(deps.db.single, noticeId);
    if (!notice) return;
    const { ownerId: userId, kind, facts, link } = notice;
    const [user, key] = await Promise.all([findSecondFactorState(deps.db.single, userId), deps.keys.find(userId)]);
    if (!user || !key) return; // the account was closed meanwhile
    const words = noticeMessage(kind, facts, deps.publicUrl + (link ?? "/profile"));
    await deps.db.transaction("system", (tx) =>
      queueMessage(
        tx,
        {
          id: noticeId,
          keyId: userId,
          key,
          requestId: null,
          channel: "mail",
          kind: "support_notice",
          to: user.email,
          ...words,
        },
        deps.ids,
      ),
    );
  };
}
