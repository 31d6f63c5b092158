import { createHash } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import { type Database, enqueue, findNow, type Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { formatUuid, type IdSource } from "../../kernel/ids.ts";
import {
  findExistingMessageIds,
  operatorEvent,
  type OperatorEvent,
  operatorEventMessage,
  queueMessage,
} from "../notifications/index.ts";

/** Emails all owners about sign-ins, failures and changes of operators: the console queues, the job process sends. */

/**
 * @param eventId the same event is emailed once; failures of one operator share an event for an hour, so that someone
 * who guesses floods no mailbox
 */
export async function tellOwners(tx: Tx, event: Omit<OperatorEvent, "at">, eventId: string): Promise<void> {
  const at = (await findNow(tx)).toISOString();
  const id = event.kind === "sign_in_failed" ? `${eventId}:${at.slice(0, 13)}` : eventId;
  await enqueue(tx, "mail_owners", { eventId: id, ...event, at }, `mail_owners:${id}`);
}

const payload = z.extend(operatorEvent, { eventId: z.string() });

/** Queues one email to each active owner. Idempotent: the id of each follows from the event and the owner. */
export function mailOwners({
  db,
  keys,
  ids,
}: {
  readonly db: Database;
  readonly keys: Pick<KeyStore, "create" | "destroy">;
  readonly ids: IdSource;
}): (job: unknown) => Promise<void> {
  return async (job) => {
    const { eventId, ...event } = payload.parse(job);
    const { rows: owners } = await sql<{ id: string; email: string }>`
      select id, email from active_owner_emails()`.execute(db.single);
    for (const owner of owners) {
      const id = formatUuid(createHash("sha256").update(`owner_mail|${eventId}|${owner.id}`).digest());
      if ((await findExistingMessageIds(db.single, [id])).has(id)) continue;
      await keys.destroy([id]); // of a run that died before it queued this email
      const key = await keys.create(id);
      await db.transaction("system", (tx) =>
        queueMessage(
          tx,
          {
            id,
            kind: "operator_event",
            keyId: id,
            key,
            requestId: null,
            channel: "mail",
            to: owner.email,
            ...operatorEventMessage(event),
          },
          ids,
        ),
      );
    }
  };
}
