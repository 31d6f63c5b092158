import * as z from "zod/mini";
import { type Database, enqueue } from "../../database/database.ts";
import type { Push } from "../../providers/push/port.ts";
import { SendRetryLater } from "./retry-later.ts";
import { findNotice } from "./notice-store.ts";
import { pushContent } from "./notice-copy.ts";
import { findActiveDevices, deleteDevice } from "./push-store.ts";

const sendPushPayload = z.object({ noticeId: z.string(), device: z.optional(z.string()) });

/** A notice that reached no device within an hour is read in the list. */
const pushTtlSeconds = 3_600;

/**
 * Tells a user's devices that there is something to read, never what: a job for each device, so that one whose service is away
 * makes no other ring twice. Safe to repeat: who dies between the service's yes and the note of it sends it again, and the device knows
 * it by its tag. Source: R-13, T-69, T-70.
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
    if (sent.kind === "later") throw new SendRetryLater(`notice ${noticeId} was not taken: ${sent.why}`);
  };
}
