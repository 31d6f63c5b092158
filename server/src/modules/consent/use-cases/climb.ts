import { Coalescer } from "../../../database/coalesce.ts";
import { enqueueAll, type Tx } from "../../../database/database.ts";
import { tellOwner, tellOwners } from "../../../database/live.ts";
import { currentCall } from "../../../kernel/calls.ts";
import type { ProductEvents } from "../../../kernel/events.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import {
  consentTextVersion,
  consentRequestWords,
  type Message,
  noteDeliveries,
  queueMessage,
} from "../../notifications/index.ts";
import { type Kept, openKept, openNote, tokenFor } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { arrivalMinutes, isReached, ladderOf, nextStepAt } from "../rules.ts";
import { endSteps, lockQuestion, setNextStep } from "../question-store.ts";
import { stepsOf } from "../steps.ts";
import { type Consent, type Evidence, findConsent, findConsents, insertEvidence } from "../store.ts";
import { contactKinds } from "../subject-store.ts";

/** A person is written to one way after the other, until a message arrives or no way is left. */

/** Notices that are taken in one transaction. */
const together = 100;

type WriteDeps = Pick<ConsentDeps, "ids" | "vault" | "publicUrl">;

/**
 * What is written to a person, over the next way of their ladder: with that way's link and the same code as before. Each message
 * leaves its proof.
 * @param made how many times they were written to before
 */
export function stepTo(
  deps: WriteDeps,
  { requestId, ownerId, searchType, asker, purpose, noteSealed, isSelf, deadline, now }: Consent,
  key: Buffer,
  kept: Kept,
  made: number,
): { readonly message: Message; readonly evidence: Evidence; readonly nextAt: Date | null } {
  const ladder = ladderOf({ phone: kept.phone !== null, mail: kept.mail !== null });
  const channel = ladder[made];
  const to = channel === "sms" ? kept.phone : kept.mail;
  if (!channel || to === null || !deadline) throw new Error(`nobody can be written to about ${requestId}`);
  const words = consentRequestWords({
    asker: asker.name,
    isVerified: asker.isVerified,
    isSelf,
    purpose,
    note: noteSealed ? openNote(key, requestId, noteSealed) : undefined,
    link: `${deps.publicUrl}/consent/${tokenFor(kept, channel === "sms" ? "phone" : "mail")}`,
    myData: `${deps.publicUrl}/my-data`,
    code: kept.code,
    until: deadline,
  });
  const about = { kind: "consent_request", keyId: requestId, key, requestId, to } as const;
  const message = channel === "sms" ? { ...about, channel, text: words.sms } : { ...about, channel, ...words.mail };
  const evidence: Evidence = {
    id: deps.ids.row(),
    requestId,
    ownerId,
    event: "asked",
    channel,
    textVersion: consentTextVersion,
    codeHash: deps.vault.codeHash("consent", requestId, kept.code),
    searchType,
    withheld: [],
  };
  const isLast = made + 1 >= ladder.length;
  return { message, evidence, nextAt: isLast ? null : new Date(now.getTime() + arrivalMinutes * 60_000) };
}

/**
 * Tries the next way to a person whom the last message did not reach. Safe to repeat: what is due is found anew under a lock, from
 * the messages themselves.
 */
export async function climb(deps: WriteDeps & Pick<ConsentDeps, "db" | "keys">, requestId: string): Promise<void> {
  const key = await deps.keys.find(requestId);
  await deps.db.transaction("system", async (tx) => {
    const sealed = await lockQuestion(tx, requestId);
    const consent = await findConsent(tx, requestId);
    if (!sealed || !consent) return;
    const steps = (await stepsOf(tx, [requestId])).get(requestId) ?? [];
    const at = key ? nextStepAt(ladderOf(await contactKinds(tx, requestId)), steps, consent.now) : null;
    if (!key || !at || at > consent.now) return setNextStep(tx, requestId, at, steps.length);
    const { message, evidence, nextAt } = stepTo(deps, consent, key, openKept(key, requestId, sealed), steps.length);
    await queueMessage(tx, message, deps.ids);
    await insertEvidence(tx, evidence);
    await setNextStep(tx, requestId, nextAt, steps.length + 1);
    await tellOwner(tx, consent.ownerId, { type: "consent_changed", requestId });
  });
}

type Moved = ProductEvents["consent_messages_moved"]["moved"];

/** What follows when messages that asked people went out, arrived or failed. The askers' open pages hear of each. */
export async function messagesMoved(tx: Tx, moved: Moved): Promise<void> {
  const ids = [...new Set(moved.map(({ requestId }) => requestId))];
  const open = [...(await findConsents(tx, ids)).values()].filter(({ state }) => state === "pending");
  if (open.length === 0) return;
  const all = await stepsOf(
    tx,
    open.map(({ requestId }) => requestId),
  );
  const steps = (requestId: string) => all.get(requestId) ?? [];
  const callOf = new Map(moved.map(({ requestId, call }) => [requestId, call]));
  const [reached, others] = [new Set<string>(), new Set<string>()];
  for (const { requestId } of open) (isReached(steps(requestId)) ? reached : others).add(requestId);
  await endSteps(tx, [...reached]);
  const failed = [...others].filter((requestId) => steps(requestId).at(-1)?.state === "failed");
  const climbs = failed.map((requestId) => ({
    payload: { requestId },
    key: `climb_consent:${requestId}`,
    call: callOf.get(requestId),
  }));
  await enqueueAll(tx, "climb_consent", climbs);
  await tellOwners(
    tx,
    open.map(({ ownerId, requestId }) => ({ ownerId, event: { type: "consent_changed", requestId } })),
  );
}

type Delivery = Extract<SmsNotice, { kind: "delivery" }>;

/**
 * Takes signed notices about messages' arrival; those that come at one moment are taken together (R-31).
 * @returns false when no such message was sent yet: the notice may have overtaken our own note of the sending
 */
export function takeDeliveries({ db, sms }: Pick<ConsentDeps, "db" | "sms">): (notice: Delivery) => Promise<boolean> {
  const arrivals = new Coalescer(
    (batch: readonly { readonly notice: Delivery; readonly call: string | undefined }[]) =>
      db.transaction("system", async (tx) => {
        const noted = await noteDeliveries(
          tx,
          sms.name,
          batch.map(({ notice }) => notice),
        );
        const moved = noted.flatMap((one, at) =>
          typeof one === "object" && one.requestId !== null && one.kind === "consent_request"
            ? [{ requestId: one.requestId, call: batch[at]?.call }]
            : [],
        );
        await messagesMoved(tx, moved);
        return noted.map((one) => one !== "unknown");
      }),
    together,
    (size) => db.batch("message_arrival", size),
  );
  return (notice) => arrivals.ask({ notice, call: currentCall() });
}
