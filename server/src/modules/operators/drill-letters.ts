import { createHash } from "node:crypto";
import { idFrom } from "../../kernel/ids.ts";
import { openKept } from "../consent/index.ts";
import { type breachWords, messagesAmong, queueMessage } from "../notifications/index.ts";
import type { OperatorDeps } from "./command.ts";
import { personOf } from "./drill-rules.ts";
import { eachTouched, type Stretch, type Touched } from "./drill-store.ts";

/** Letters to whoever a breach touched. */

type Words = ReturnType<typeof breachWords>;
type Letter = { readonly id: string; readonly channel: "sms" | "mail"; readonly to: string; readonly person: string };

/** Requests that are read at once. Their letters are written within the half minute that the reading may stand still. */
export const touchedAtOnce = 500;

/** One letter for each contact that can still be read; the same breach and contact give the same id, so nobody is told twice. */
function lettersTo(
  some: readonly Touched[],
  alive: ReadonlyMap<string, Buffer>,
  { since, until, account }: Stretch,
): readonly Letter[] {
  const letters = new Map<string, Letter>();
  for (const one of some) {
    const key = alive.get(one.requestId);
    const person = personOf(one);
    if (!key || !one.contactSealed || person === undefined) continue;
    const { phone, mail } = openKept(key, one.requestId, one.contactSealed);
    for (const [channel, to, hash] of [
      ["sms", phone, one.phoneHash],
      ["mail", mail, one.mailHash],
    ] as const) {
      if (to === null || hash === null) continue;
      const breach = [since.toISOString(), until.toISOString(), account ?? "", hash.toString("hex")].join("|");
      const id = idFrom(createHash("sha256").update(`breach|${breach}`).digest());
      letters.set(id, { id, channel, to, person });
    }
  }
  return [...letters.values()];
}

/**
 * Writes the letters that were not written before, each under a key of its own.
 * @returns how many of them are new
 */
async function queueLetters(deps: OperatorDeps, letters: readonly Letter[], words: Words): Promise<number> {
  const known = await deps.db.transaction("system", (tx) =>
    messagesAmong(
      tx,
      letters.map(({ id }) => id),
    ),
  );
  const fresh = letters.filter(({ id }) => !known.has(id));
  const ids = fresh.map(({ id }) => id);
  await deps.keys.destroy(ids); // of a run that died before it wrote the letters they were for
  const keys = await deps.keys.createMany(ids);
  await deps.db.transaction("system", async (tx) => {
    for (const [at, { id, channel, to }] of fresh.entries()) {
      const key = keys[at];
      if (!key) throw new Error("a letter without a key");
      const about = { id, kind: "breach_notice", keyId: id, key, requestId: null, to } as const;
      const content = channel === "sms" ? { channel, text: words.sms } : { channel, ...words.mail };
      await queueMessage(tx, { ...about, ...content }, deps.ids);
    }
  });
  return fresh.length;
}

async function tellEach(deps: OperatorDeps, stretch: Stretch, words: Words) {
  const seen = new Set<string>();
  const told = { queued: 0, before: 0, reached: new Set<string>(), people: new Set<string>() };
  await eachTouched(deps.db, stretch, touchedAtOnce, async (some) => {
    const alive = await deps.keys.findAll(some.map(({ requestId }) => requestId));
    const letters = lettersTo(some, alive, stretch).filter(({ id }) => !seen.has(id));
    const queued = await queueLetters(deps, letters, words);
    told.queued += queued;
    told.before += letters.length - queued;
    for (const { id, person } of letters) {
      seen.add(id);
      told.reached.add(person);
    }
    for (const person of some.map(personOf)) if (person !== undefined) told.people.add(person);
  });
  return told;
}

/**
 * Tells everybody touched whose contact is still here, once: also when a run before died half-way. One run at a time, since each
 * begins by clearing up behind the one before.
 * @returns letters written now and before, and hashes of the people reached and of all; undefined while another run is at it
 */
export async function tellAlone(deps: OperatorDeps, stretch: Stretch, words: Words) {
  const client = await deps.owner.connect();
  try {
    const held = await client.query<{ alone: boolean }>("select pg_try_advisory_lock(7201, 4) as alone");
    if (!held.rows[0]?.alone) return undefined;
    try {
      return await tellEach(deps, stretch, words);
    } finally {
      await client.query("select pg_advisory_unlock(7201, 4)");
    }
  } finally {
    client.release();
  }
}
