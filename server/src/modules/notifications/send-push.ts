import * as z from "zod/mini";
import { type Database, enqueue } from "../../database/database.ts";
import type { Push } from "../../providers/push/port.ts";
import { SendRetryLater } from "./retry-later.ts";
import { findNotice } from "./notice-store.ts";
import { pushContent } from "./notice-copy.ts";
import { findActiveDevices, deleteDevice } from "./push-store.ts";

const sendPushPayload = z.object({ noticeId: z.string(), device: z.optional(z.string()) });

/** After an hour, the notice is only in the list. */
const pushTtlSeconds = 3_600;

/**
 * Sends a push that there is something to read, without its content. Each device has its own job, so that an
 * unavailable service does not repeat pushes to the others. A crash after sending repeats a push; the device
 * recognises it by its tag. [R-13 T-69 T-70]
 */
export function sendPush({
  db,
  push,
}: {
  readonly db: Database;
  readonly push: Push;
}): (job: unknown) => Promise<void> {
  return async (job) => {
    const { noticeId, device: name } = sendPushPayload.parse(job);
    if (push.publicKey === null) return;
    const found = await db.transaction("system", async (tx) => {
      const notice = await findNotice(tx, noticeId);
      if (!notice || notice.ageSeconds > pushTtlSeconds) return undefined;
      const devices = await findActiveDevices(tx, notice.ownerId);
      if (name === undefined)
        for (const each of devices.keys())
          await enqueue(tx, "send_push", { noticeId, device: each }, `send_push:${noticeId}:${each}`);
      return { kind: notice.kind, device: devices.get(name ?? "") };
    });
    if (!found?.device) return;
    const { endpoint } = found.device;
    const sent = await push.send(found.device, { ...pushContent(found.kind), tag: noticeId });
    if (sent.kind === "gone") await db.transaction("system", (tx) => deleteDevice(tx, endpoint));
    if (sent.kind === "later") throw new SendRetryLater(`notice ${noticeId} was not accepted: ${sent.why}`);
  };
}
