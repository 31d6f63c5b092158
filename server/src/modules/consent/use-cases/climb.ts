import { enqueue, type Tx } from "../../../database/database.ts";
import { tellOwner } from "../../../database/live.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import {
  consentTextVersion,
  consentRequestWords,
  type Message,
  noteDelivery,
  queueMessage,
} from "../../notifications/index.ts";
import { type Kept, openKept, openNote, tokenFor } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { arrivalMinutes, isReached, ladderOf, nextStepAt } from "../rules.ts";
import { lockQuestion, setNextStep } from "../question-store.ts";
import { stepsOf } from "../steps.ts";
import { type Consent, type Evidence, findConsent, insertEvidence } from "../store.ts";
import { contactKinds } from "../subject-store.ts";

/** A person is written to one way after the other, until a message arrives or no way is left. */

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
    const steps = await stepsOf(tx, requestId);
    const at = key ? nextStepAt(ladderOf(await contactKinds(tx, requestId)), steps, consent.now) : null;
    if (!key || !at || at > consent.now) return setNextStep(tx, requestId, at, steps.length);
    const { message, evidence, nextAt } = stepTo(deps, consent, key, openKept(key, requestId, sealed), steps.length);
    await queueMessage(tx, message, deps.ids);
    await insertEvidence(tx, evidence);
    await setNextStep(tx, requestId, nextAt, steps.length + 1);
    await tellOwner(tx, consent.ownerId, { type: "consent_changed", requestId });
  });
}

/** What follows when a message that asked a person went out, arrived or failed. The asker's open page hears of each. */
export async function messageMoved(tx: Tx, requestId: string): Promise<void> {
  const consent = await findConsent(tx, requestId);
  if (consent?.state !== "pending") return;
  const steps = await stepsOf(tx, requestId);
  if (isReached(steps)) await setNextStep(tx, requestId, null);
  else if (steps.at(-1)?.state === "failed")
    await enqueue(tx, "climb_consent", { requestId }, `climb_consent:${requestId}`);
  await tellOwner(tx, consent.ownerId, { type: "consent_changed", requestId });
}

/**
 * Takes one signed notice about a message's arrival.
 * @returns false when no such message was sent yet: the notice may have overtaken our own note of the sending
 */
export async function takeDelivery(
  deps: Pick<ConsentDeps, "db" | "sms">,
  notice: Extract<SmsNotice, { kind: "delivery" }>,
): Promise<boolean> {
  return deps.db.transaction("system", async (tx) => {
    const noted = await noteDelivery(tx, deps.sms.name, notice.messageId, notice.delivered);
    if (typeof noted === "object" && noted.requestId !== null && noted.kind === "consent_request")
      await messageMoved(tx, noted.requestId);
    return noted !== "unknown";
  });
}
