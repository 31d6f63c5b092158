import { goneAt } from "@idanimo/contract/expiry";
import type { Tx } from "../../../database/database.ts";
import { writeAudit } from "../../audit/index.ts";
import { consentReceiptWords, consentTextVersion, queueMessage } from "../../notifications/index.ts";
import { openKept } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { type Consent, findConsent, insertEvidence, moveConsent } from "../store.ts";

type DecideDeps = Pick<ConsentDeps, "ids" | "events" | "publicUrl">;
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
  await writeAudit(tx, deps.ids, { actorKind: "subject", action: `consent_${decision}`, objectId: consent.requestId, reason: way });
}

/** Sends the subject what they decided, over the way they decided. Without the key there is nothing left to say it about. */
async function sendReceipt(deps: DecideDeps, tx: Tx, consent: Consent, key: Buffer, granted: boolean, way: Way): Promise<void> {
  if (!consent.contactSealed) return;
  const contact = openKept(key, consent.requestId, consent.contactSealed);
  const words = consentReceiptWords({ asker: consent.asker.name, granted, link: `${deps.publicUrl}/consent/${contact.token}` });
  const about = { kind: "consent_receipt", keyId: consent.requestId, key, requestId: consent.requestId } as const;
  if (way === "sms" && contact.phone !== null)
    await queueMessage(tx, { ...about, channel: "sms", to: contact.phone, text: words.sms }, deps.ids);
  else if (contact.mail !== null) await queueMessage(tx, { ...about, channel: "mail", to: contact.mail, ...words.mail }, deps.ids);
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
  key: Buffer | undefined,
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
  if (key) await sendReceipt(deps, tx, consent, key, granted, way);
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
