import { goneAt } from "@idanimo/contract/expiry";
import type { Tx } from "../../../database/database.ts";
import { writeAudit } from "../../audit/index.ts";
import { consentReceiptWords, consentTextVersion, messagesAmong, queueMessage } from "../../notifications/index.ts";
import { openKept } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { type Consent, findConsent, insertEvidence, moveConsent } from "../store.ts";

type DecideDeps = Pick<ConsentDeps, "ids" | "events" | "publicUrl" | "keys">;
export type Decision = "granted" | "denied" | "withdrawn";
type Way = "sms" | "page";

/** Proof of a decision and its audit row, without any of the subject's data. */
async function record(deps: DecideDeps, tx: Tx, consent: Consent, decision: Decision, way: Way): Promise<void> {
  await insertEvidence(tx, {
    id: deps.ids.row(),
    requestId: consent.requestId,
    ownerId: consent.ownerId,
    event: decision,
    channel: way,
    textVersion: consentTextVersion,
    codeHash: null,
  });
  await writeAudit(tx, deps.ids, {
    actorKind: "subject",
    action: `consent_${decision}`,
    objectId: consent.requestId,
    reason: way,
  });
}

/** What a receipt needs: the key that opens the contact, and a key of its own, since a no destroys the first one at once. */
export type Receipt = { readonly requestKey: Buffer | undefined; readonly id: string; readonly key: Buffer };

/** Makes a receipt's key before the transaction that may send it. */
export async function newReceipt(deps: Pick<ConsentDeps, "ids" | "keys">, requestId: string): Promise<Receipt> {
  const id = deps.ids.row();
  return { requestKey: await deps.keys.find(requestId), id, key: await deps.keys.create(id) };
}

/** Destroys the keys of receipts that were not sent, whatever became of the transaction that might have sent them. */
export async function forgetUnsent(
  deps: Pick<ConsentDeps, "db" | "keys">,
  receipts: readonly Receipt[],
): Promise<void> {
  const ids = receipts.map(({ id }) => id);
  const sent = await deps.db.transaction("system", (tx) => messagesAmong(tx, ids));
  await deps.keys.destroy(ids.filter((id) => !sent.has(id)));
}

/** Sends the subject what they decided, over the way they decided. Without the contact there is nobody to tell. */
async function sendReceipt(
  deps: DecideDeps,
  tx: Tx,
  consent: Consent,
  receipt: Receipt,
  granted: boolean,
  way: Way,
): Promise<void> {
  if (!consent.contactSealed || !receipt.requestKey) return;
  const contact = openKept(receipt.requestKey, consent.requestId, consent.contactSealed);
  const words = consentReceiptWords({
    asker: consent.asker.name,
    granted,
    link: `${deps.publicUrl}/consent/${contact.token}`,
  });
  const message = {
    id: receipt.id,
    kind: "consent_receipt",
    keyId: receipt.id,
    key: receipt.key,
    requestId: null,
  } as const;
  if (contact.phone !== null && (way === "sms" || contact.mail === null))
    await queueMessage(tx, { ...message, channel: "sms", to: contact.phone, text: words.sms }, deps.ids);
  else if (contact.mail !== null)
    await queueMessage(tx, { ...message, channel: "mail", to: contact.mail, ...words.mail }, deps.ids);
}

/**
 * The subject says yes or no, once. The move, the evidence, the audit row and what follows are one transaction.
 * @returns false when the question is over: answered already, or its time has passed
 */
export async function decide(
  deps: DecideDeps,
  tx: Tx,
  requestId: string,
  granted: boolean,
  way: Way,
  receipt: Receipt,
): Promise<boolean> {
  const consent = await findConsent(tx, requestId);
  if (consent?.state !== "pending") return false;
  const moved = await moveConsent(tx, requestId, "pending", granted ? "subject_granted" : "subject_denied", {
    decided_at: consent.now,
    decided_by: way,
    ...(granted && { gone_at: goneAt(consent.retention, consent.createdAt, consent.now) }),
  });
  if (!moved) return false;
  await record(deps, tx, consent, granted ? "granted" : "denied", way);
  await sendReceipt(deps, tx, consent, receipt, granted, way);
  await deps.events.emit(tx, granted ? "consent_granted" : "consent_denied", { requestId });
  return true;
}

/** The subject takes a yes back; access ends with this very transaction. Source: T-48. */
export async function withdraw(deps: DecideDeps, tx: Tx, requestId: string): Promise<boolean> {
  const consent = await findConsent(tx, requestId);
  if (consent?.state !== "granted") return false;
  if (!(await moveConsent(tx, requestId, "granted", "subject_withdrew", { gone_at: consent.now }))) return false;
  await record(deps, tx, consent, "withdrawn", "page");
  await deps.events.emit(tx, "consent_terminated", { requestId, wasGranted: true });
  return true;
}
