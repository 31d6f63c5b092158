import { createHash } from "node:crypto";
import { formatUuid } from "../../kernel/ids.ts";
import { openDeliveryDetails } from "../consent/index.ts";
import { type breachMessage, findExistingMessageIds, queueMessage } from "../notifications/index.ts";
import type { OperatorDeps } from "./command.ts";
import { personKey } from "./breach-rules.ts";
import { readAffectedInBatches, type BreachWindow, type AffectedRequest } from "./breach-store.ts";

/** Notifies the people affected by a breach. */

/** What counting and notifying need. */
export type BreachDeps = Pick<OperatorDeps, "db" | "keys" | "ids">;

type NoticeContent = ReturnType<typeof breachMessage>;
type Notice = { readonly id: string; readonly channel: "sms" | "mail"; readonly to: string; readonly person: string };

/**
 * Requests read per batch. Queueing their notices must finish within 30 s, the idle limit of the reading
 * transaction.
 */
export const affectedBatchSize = 500;

/** Advisory lock that only one run of the notification holds. */
const notifyLock = [7201, 4] as const;

/**
 * Builds one notice for each contact that can still be decrypted. The id is derived from breach and contact, so
 * that no contact is notified twice.
 */
function buildNotices(
  batch: readonly AffectedRequest[],
  keys: ReadonlyMap<string, Buffer>,
  { since, until, account }: BreachWindow,
): readonly Notice[] {
  const notices = new Map<string, Notice>();
  for (const one of batch) {
    const key = keys.get(one.requestId);
    const person = personKey(one);
    if (!key || !one.contactSealed || person === undefined) continue;
    const { phone, mail } = openDeliveryDetails(key, one.requestId, one.contactSealed);
    for (const [channel, to, hash] of [
      ["sms", phone, one.phoneHash],
      ["mail", mail, one.mailHash],
    ] as const) {
      if (to === null || hash === null) continue;
      const breach = [since.toISOString(), until.toISOString(), account ?? "", hash.toString("hex")].join("|");
      const id = formatUuid(createHash("sha256").update(`breach|${breach}`).digest());
      notices.set(id, { id, channel, to, person });
    }
  }
  return [...notices.values()];
}

/**
 * Queues the notices that are not queued yet, each under a key of its own.
 * @returns how many of them are new
 */
async function queueNotices(deps: BreachDeps, notices: readonly Notice[], content: NoticeContent): Promise<number> {
  const known = await deps.db.transaction("system", (tx) =>
    findExistingMessageIds(
      tx,
      notices.map(({ id }) => id),
    ),
  );
  const fresh = notices.filter(({ id }) => !known.has(id));
  const ids = fresh.map(({ id }) => id);
  await deps.keys.destroy(ids); // keys of a run that died before it queued these notices
  const keys = await deps.keys.createMany(ids);
  await deps.db.transaction("system", async (tx) => {
    for (const [at, { id, channel, to }] of fresh.entries()) {
      const key = keys[at];
      if (!key) throw new Error("a notice has no key");
      const about = { id, kind: "breach_notice", keyId: id, key, requestId: null, to } as const;
      const text = channel === "sms" ? { channel, text: content.sms } : { channel, ...content.mail };
      await queueMessage(tx, { ...about, ...text }, deps.ids);
    }
  });
  return fresh.length;
}

/**
 * Notifies each affected person whose contact is still stored, once, even if an earlier run died part-way. Runs
 * exclusively, because a batch first deletes the keys of notices that an earlier run did not queue.
 * @returns notices queued now and earlier, and hashes of the people reached and of all affected people; undefined
 * while another run is in progress
 */
export async function notifyAffectedExclusively(deps: BreachDeps, window: BreachWindow, content: NoticeContent) {
  const seen = new Set<string>();
  const reported = { queued: 0, before: 0, reached: new Set<string>(), people: new Set<string>() };
  const onBatch = async (batch: readonly AffectedRequest[]) => {
    const keys = await deps.keys.findAll(batch.map(({ requestId }) => requestId));
    const notices = buildNotices(batch, keys, window).filter(({ id }) => !seen.has(id));
    const queued = await queueNotices(deps, notices, content);
    reported.queued += queued;
    reported.before += notices.length - queued;
    for (const { id, person } of notices) {
      seen.add(id);
      reported.reached.add(person);
    }
    for (const person of batch.map(personKey)) if (person !== undefined) reported.people.add(person);
  };
  const isAlone = await readAffectedInBatches(deps.db, window, affectedBatchSize, onBatch, notifyLock);
  return isAlone ? reported : undefined;
}
