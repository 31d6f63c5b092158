import { createHash } from "node:crypto";
import { formatUuid } from "../../kernel/ids.ts";
import { openDeliveryDetails } from "../consent/index.ts";
import { type breachMessage, findExistingMessageIds, queueMessage } from "../notifications/index.ts";
import type { OperatorDeps } from "./command.ts";
import { personKey } from "./breach-rules.ts";
import { readAffectedInBatches, type BreachWindow, type AffectedRequest } from "./breach-store.ts";

/** Notifies the people affected by a breach. */

type NoticeContent = ReturnType<typeof breachMessage>;
type Notice = { readonly id: string; readonly channel: "sms" | "mail"; readonly to: string; readonly person: string };

/**
 * Requests read per batch. Queueing their notices must finish within 30 s, the idle limit of the reading
 * transaction.
 */
export const affectedBatchSize = 500;

/**
 * Builds one notice for each contact that can still be decrypted. The id is derived from breach and contact, so
 * that no contact is notified twice.
 */
function buildNotices(
  some: readonly AffectedRequest[],
  alive: ReadonlyMap<string, Buffer>,
  { since, until, account }: BreachWindow,
): readonly Notice[] {
  const letters = new Map<string, Notice>();
  for (const one of some) {
    const key = alive.get(one.requestId);
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
      letters.set(id, { id, channel, to, person });
    }
  }
  return [...letters.values()];
}

/**
 * Queues the notices that are not queued yet, each under a key of its own.
 * @returns how many of them are new
 */
async function queueNotices(deps: OperatorDeps, letters: readonly Notice[], words: NoticeContent): Promise<number> {
  const known = await deps.db.transaction("system", (tx) =>
    findExistingMessageIds(
      tx,
      letters.map(({ id }) => id),
    ),
  );
  const fresh = letters.filter(({ id }) => !known.has(id));
  const ids = fresh.map(({ id }) => id);
  await deps.keys.destroy(ids); // left by a run that died before it queued the notices for these keys
  const keys = await deps.keys.createMany(ids);
  await deps.db.transaction("system", async (tx) => {
    for (const [at, { id, channel, to }] of fresh.entries()) {
      const key = keys[at];
      if (!key) throw new Error("a notice has no key");
      const about = { id, kind: "breach_notice", keyId: id, key, requestId: null, to } as const;
      const content = channel === "sms" ? { channel, text: words.sms } : { channel, ...words.mail };
      await queueMessage(tx, { ...about, ...content }, deps.ids);
    }
  });
  return fresh.length;
}

async function notifyAffected(deps: OperatorDeps, stretch: BreachWindow, words: NoticeContent) {
  const seen = new Set<string>();
  const reported = { queued: 0, before: 0, reached: new Set<string>(), people: new Set<string>() };
  await readAffectedInBatches(deps.db, stretch, affectedBatchSize, async (some) => {
    const alive = await deps.keys.findAll(some.map(({ requestId }) => requestId));
    const letters = buildNotices(some, alive, stretch).filter(({ id }) => !seen.has(id));
    const queued = await queueNotices(deps, letters, words);
    reported.queued += queued;
    reported.before += letters.length - queued;
    for (const { id, person } of letters) {
      seen.add(id);
      reported.reached.add(person);
    }
    for (const person of some.map(personKey)) if (person !== undefined) reported.people.add(person);
  });
  return reported;
}

/**
 * Notifies each affected person whose contact is still stored, once, even if an earlier run died part-way. Runs
 * exclusively, because each run starts by deleting keys left by an earlier one.
 * @returns notices queued now and earlier, and hashes of the people reached and of all affected people; undefined
 * while another run is in progress
 */
export async function notifyAffectedExclusively(deps: OperatorDeps, stretch: BreachWindow, words: NoticeContent) {
  const client = await deps.owner.connect();
  try {
    const held = await client.query<{ alone: boolean }>("select pg_try_advisory_lock(7201, 4) as alone");
    if (!held.rows[0]?.alone) return undefined;
    try {
      return await notifyAffected(deps, stretch, words);
    } finally {
      await client.query("select pg_advisory_unlock(7201, 4)");
    }
  } finally {
    client.release();
  }
}
