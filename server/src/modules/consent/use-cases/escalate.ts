import { partsOfRule } from "@idanimo/contract/record-parts";
import { Batcher } from "../../../database/batcher.ts";
import { enqueueAll, type Tx } from "../../../database/database.ts";
import { publishToUser, publishToUsers } from "../../../database/live-events.ts";
import { currentRequestId } from "../../../kernel/request-context.ts";
import type { ProductEvents } from "../../../kernel/events.ts";
import type { SmsNotice } from "../../../providers/sms/port.ts";
import {
  consentTextVersion,
  consentRequestMessage,
  type Message,
  recordDeliveryReceipts,
  queueMessage,
  type SmsLanguage,
  smsLanguageOf,
} from "../../notifications/index.ts";
import { type DeliveryDetails, openDeliveryDetails, openNote, linkTokenFor } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { requestFactsOf } from "../request-facts.ts";
import { type Channel, deliveryTimeoutMinutes, isSubjectReached, escalationChannels, nextAttemptAt } from "../rules.ts";
import { stopEscalation, lockEscalatingConsent, scheduleNextAttempt } from "../pending-consent-store.ts";
import { findSmsLanguage } from "../phone-request-store.ts";
import { findDeliveryAttempts } from "../delivery-attempts.ts";
import { type Evidence, insertEvidence } from "../evidence-store.ts";
import { type Consent, findConsent, findConsents } from "../store.ts";
import { findContactKinds } from "../subject-store.ts";

/** Sends further messages to a subject, channel by channel, until one is delivered or no attempt is left. */

/** Delivery notices per transaction. */
const receiptBatchSize = 100;

type EscalationDeps = Pick<ConsentDeps, "ids" | "vault" | "publicUrl">;

/**
 * Composes the next message to a subject, with the channel's own link and the same code as before. Each message has
 * its own evidence.
 * @param language of an SMS; emails are in English
 * @param attemptCount how many messages were sent before
 */
export function composeAttempt(
  deps: EscalationDeps,
  consent: Consent,
  key: Buffer,
  details: DeliveryDetails,
  language: SmsLanguage,
  attemptCount: number,
): { readonly message: Message; readonly evidence: Evidence; readonly nextAt: Date | null } {
  const channels = escalationChannels({ phone: details.phone !== null, mail: details.mail !== null });
  const channel = channels[attemptCount];
  if (!channel) throw new Error(`no contact to reach for ${consent.requestId}`);
  const composed = composeMessage(deps, consent, key, details, { kind: "request", channel, language });
  const isLast = attemptCount + 1 >= channels.length;
  return {
    ...composed,
    nextAt: isLast ? null : new Date(consent.now.getTime() + deliveryTimeoutMinutes * 60_000),
  };
}

/** Composes a message that asks a subject, or reminds them, with its evidence. */
export function composeMessage(
  deps: EscalationDeps,
  consent: Consent,
  key: Buffer,
  details: DeliveryDetails,
  of: { readonly kind: "request" | "reminder"; readonly channel: Channel; readonly language: SmsLanguage },
): { readonly message: Message; readonly evidence: Evidence } {
  const { requestId, ownerId, noteSealed, disclosure, ruleVersion, deadline } = consent;
  const { kind, channel, language } = of;
  const to = channel === "sms" ? details.phone : details.mail;
  if (to === null || !deadline) throw new Error(`no contact to reach for ${requestId}`);
  const words = consentRequestMessage(
    {
      ...requestFactsOf(consent, language, key),
      purpose: consent.purpose,
      note: noteSealed ? openNote(key, requestId, noteSealed) : undefined,
      link: `${deps.publicUrl}/consent/${linkTokenFor(details, channel === "sms" ? "phone" : "mail")}`,
      myData: `${deps.publicUrl}/my-data`,
      code: details.code,
      until: deadline,
    },
    kind,
  );
  const about = {
    kind: kind === "request" ? "consent_request" : "consent_reminder",
    keyId: requestId,
    key,
    requestId,
    to,
  } as const;
  const message = channel === "sms" ? { ...about, channel, text: words.sms } : { ...about, channel, ...words.mail };
  const evidence: Evidence = {
    id: deps.ids.rowId(),
    requestId,
    ownerId,
    event: kind === "request" ? "asked" : "reminded",
    channel,
    textVersion: consentTextVersion,
    codeHash: deps.vault.codeHash("consent", requestId, details.code),
    language: channel === "sms" ? language : "en",
    offered: partsOfRule(disclosure),
    chosen: [],
    ruleVersion,
  };
  return { message, evidence };
}

/**
 * Sends the next message if the last one did not reach the subject. Safe to repeat: it checks the messages again
 * under a lock.
 */
export async function escalate(
  deps: EscalationDeps & Pick<ConsentDeps, "db" | "keys">,
  requestId: string,
): Promise<void> {
  const key = await deps.keys.find(requestId);
  await deps.db.transaction("system", async (tx) => {
    const sealed = await lockEscalatingConsent(tx, requestId);
    const consent = await findConsent(tx, requestId);
    if (!sealed || !consent) return;
    const attempts = (await findDeliveryAttempts(tx, [requestId])).get(requestId) ?? [];
    const at = key
      ? nextAttemptAt(escalationChannels(await findContactKinds(tx, requestId)), attempts, consent.now)
      : null;
    if (!key || !at || at > consent.now) return scheduleNextAttempt(tx, requestId, at, attempts.length);
    const { message, evidence, nextAt } = composeAttempt(
      deps,
      consent,
      key,
      openDeliveryDetails(key, requestId, sealed),
      smsLanguageOf(await findSmsLanguage(tx, requestId)),
      attempts.length,
    );
    await queueMessage(tx, message, deps.ids);
    await insertEvidence(tx, evidence);
    await scheduleNextAttempt(tx, requestId, nextAt, attempts.length + 1);
    await publishToUser(tx, consent.ownerId, { type: "consent_changed", requestId });
  });
}

type MessageTransitions = ProductEvents["consent_messages_moved"]["moved"];

/** Reacts to messages that were sent, delivered or failed, and notifies the requesters' open pages. */
export async function updateEscalations(tx: Tx, moved: MessageTransitions): Promise<void> {
  const ids = [...new Set(moved.map(({ requestId }) => requestId))];
  const open = [...(await findConsents(tx, ids)).values()].filter(({ state }) => state === "pending");
  if (open.length === 0) return;
  const all = await findDeliveryAttempts(
    tx,
    open.map(({ requestId }) => requestId),
  );
  const steps = (requestId: string) => all.get(requestId) ?? [];
  const callOf = new Map(moved.map(({ requestId, call }) => [requestId, call]));
  const [reached, others] = [new Set<string>(), new Set<string>()];
  for (const { requestId } of open) (isSubjectReached(steps(requestId)) ? reached : others).add(requestId);
  await stopEscalation(tx, [...reached]);
  const failed = [...others].filter((requestId) => steps(requestId).at(-1)?.state === "failed");
  const escalations = failed.map((requestId) => ({
    payload: { requestId },
    key: `escalate_consent:${requestId}`,
    call: callOf.get(requestId),
  }));
  await enqueueAll(tx, "escalate_consent", escalations);
  await publishToUsers(
    tx,
    open.map(({ ownerId, requestId }) => ({ ownerId, event: { type: "consent_changed", requestId } })),
  );
}

type DeliveryNotice = Extract<SmsNotice, { kind: "delivery" }>;

/**
 * Records signed delivery notices, and batches concurrent ones.
 * @returns false if the message is unknown: the notice may arrive before we recorded the sending
 */
export function createReceiptRecorder({
  db,
  sms,
}: Pick<ConsentDeps, "db" | "sms">): (notice: DeliveryNotice) => Promise<boolean> {
  const receiptBatcher = new Batcher(
    (batch: readonly { readonly notice: DeliveryNotice; readonly call: string | undefined }[]) =>
      db.transaction("system", async (tx) => {
        const results = await recordDeliveryReceipts(
          tx,
          sms.name,
          batch.map(({ notice }) => notice),
        );
        const moved = results.flatMap((one, at) =>
          typeof one === "object" && one.requestId !== null && one.kind === "consent_request"
            ? [{ requestId: one.requestId, call: batch[at]?.call }]
            : [],
        );
        await updateEscalations(tx, moved);
        return results.map((one) => one !== "unknown");
      }),
    receiptBatchSize,
    (size) => db.batch("message_arrival", size),
  );
  return (notice) => receiptBatcher.submit({ notice, call: currentRequestId() });
}
