import { isAnswerType } from "@idanimo/contract/catalogue";
import { resultExpiresAt } from "@idanimo/contract/request-status";
import { partsOfRule, type RecordPart } from "@idanimo/contract/record-parts";
import type { Tx } from "../../../database/database.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { writeAudit } from "../../audit/index.ts";
import {
  consentReceiptMessage,
  consentTextVersion,
  findExistingMessageIds,
  queueMessage,
} from "../../notifications/index.ts";
import { selectContact, openDeliveryDetails, linkTokenFor } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import type { Language } from "../language.ts";
import { earlierDate } from "../rules.ts";
import { type ContactKind, deleteSubjectLink } from "../subject-store.ts";
import { insertEvidence } from "../evidence-store.ts";
import { type Consent, findConsent, transitionConsent } from "../store.ts";

type DecideDeps = Pick<ConsentDeps, "ids" | "events" | "publicUrl" | "keys">;
export type Decision = "granted" | "denied" | "withdrawn";
/** A denial, or a grant with the optional parts that the subject adds. */
export type ConsentAnswer =
  | { readonly granted: false }
  | { readonly granted: true; readonly added: readonly RecordPart[] };
/** How the subject decided. */
export type DecisionSource = {
  readonly channel: "sms" | "page";
  /** Language of the page, or of the SMS that was answered. */
  readonly language: Language | null;
};

/** Records the evidence of a decision and its audit row, without any of the subject's data. */
async function recordDecision(
  deps: Pick<DecideDeps, "ids">,
  tx: Tx,
  consent: Consent,
  decision: Decision | "wrong_person",
  { channel, language }: DecisionSource,
  chosen: readonly RecordPart[] = [],
): Promise<void> {
  await insertEvidence(tx, {
    id: deps.ids.rowId(),
    requestId: consent.requestId,
    ownerId: consent.ownerId,
    event: decision,
    channel,
    textVersion: consentTextVersion,
    codeHash: null,
    language,
    offered: partsOfRule(consent.disclosure),
    chosen,
    ruleVersion: consent.ruleVersion,
  });
  await writeAudit(tx, deps.ids, {
    actorKind: "subject",
    action: `consent_${decision}`,
    objectId: consent.requestId,
    reason: channel,
  });
}

/**
 * The key that opens the contact, and a key of the receipt's own, because a denial destroys the first one at once.
 */
export type PreparedReceipt = {
  readonly requestKey: Buffer | undefined;
  readonly id: string;
  readonly key: Buffer;
  /** The contact that the subject used; the receipt goes to no other. */
  readonly over: ContactKind;
  /** The subject blocked the requester with the same reply, and the receipt says so. */
  readonly isRequesterBlocked?: boolean;
};

/**
 * Creates a receipt's key before the transaction that may send the receipt.
 * @param requestId undefined: the message is about no single request
 */
export async function prepareReceipt(
  deps: Pick<ConsentDeps, "ids" | "keys">,
  requestId: string | undefined,
  over: ContactKind,
): Promise<PreparedReceipt> {
  const id = deps.ids.rowId();
  const requestKey = requestId === undefined ? undefined : await deps.keys.find(requestId);
  return { requestKey, id, key: await deps.keys.create(id), over };
}

/** Destroys the keys of receipts that were not queued, whether or not the transaction committed. */
export async function destroyUnsentReceiptKeys(
  deps: Pick<ConsentDeps, "db" | "keys">,
  receipts: readonly PreparedReceipt[],
): Promise<void> {
  failpoint("decision_committed");
  const ids = receipts.map(({ id }) => id);
  const sent = await deps.db.transaction("system", (tx) => findExistingMessageIds(tx, ids));
  await deps.keys.destroy(ids.filter((id) => !sent.has(id)));
}

/**
 * Sends the subject a receipt, to the contact that they used, because another one may belong to a stranger. Sends
 * nothing if the contact is unknown.
 */
async function sendReceipt(
  deps: DecideDeps,
  tx: Tx,
  consent: Consent,
  receipt: PreparedReceipt,
  decided: {
    readonly decision: Decision;
    readonly language: Language | null;
    /** When access ends, after a grant. */
    readonly until: Date | null;
  },
): Promise<void> {
  if (!consent.contactSealed || !receipt.requestKey) return;
  const delivery = openDeliveryDetails(receipt.requestKey, consent.requestId, consent.contactSealed);
  const { phone, mail } = selectContact(delivery, receipt.over);
  const words = consentReceiptMessage({
    requester: consent.requester.name,
    decision: decided.decision,
    shown: isAnswerType(consent.searchType) ? "answer" : "record",
    isBlocked: receipt.isRequesterBlocked ?? false,
    language: decided.language,
    code: delivery.code === "" ? undefined : delivery.code,
    until: decided.until ?? undefined,
    link: `${deps.publicUrl}/consent/${linkTokenFor(delivery, receipt.over)}`,
    myData: `${deps.publicUrl}/my-data`,
  });
  const message = {
    id: receipt.id,
    kind: "consent_receipt",
    keyId: receipt.id,
    key: receipt.key,
    requestId: null,
  } as const;
  if (phone !== null) await queueMessage(tx, { ...message, channel: "sms", to: phone, text: words.sms }, deps.ids);
  else if (mail !== null) await queueMessage(tx, { ...message, channel: "mail", to: mail, ...words.mail }, deps.ids);
}

/**
 * Grants or denies a pending consent, once. A grant opens the required parts and those that the subject added; the
 * parts come from the stored request, never from the answer alone [CL-02 CL-03]. Transition, evidence, audit row and events are one transaction.
 * @param receipt undefined: the caller confirms several decisions with one message
 * @returns false if it was already decided, or its deadline has passed
 */
export async function decideConsent(
  deps: DecideDeps,
  tx: Tx,
  requestId: string,
  answer: ConsentAnswer,
  source: DecisionSource,
  receipt: PreparedReceipt | undefined,
): Promise<boolean> {
  const { granted } = answer;
  const consent = await findConsent(tx, requestId);
  if (consent?.state !== "pending") return false;
  const chosen = answer.granted
    ? [...consent.disclosure.required, ...consent.disclosure.optional.filter((part) => answer.added.includes(part))]
    : [];
  const until = granted
    ? earlierDate(resultExpiresAt(consent.retention, consent.createdAt, consent.now), consent.endsBy)
    : null;
  const moved = await transitionConsent(tx, requestId, "pending", granted ? "subject_granted" : "subject_denied", {
    decided_at: consent.now,
    decided_by: source.channel,
    ...(answer.granted && {
      expires_at: until,
      parts_granted: [...chosen],
    }),
  });
  if (!moved) return false;
  const decision = granted ? "granted" : "denied";
  await recordDecision(deps, tx, consent, decision, source, chosen);
  if (receipt) await sendReceipt(deps, tx, consent, receipt, { decision, language: source.language, until });
  failpoint("decision_before_release");
  await deps.events.emit(tx, granted ? "consent_granted" : "consent_denied", { requestId });
  return true;
}

/**
 * Withdraws a granted consent; access ends with this transaction. [T-48]
 * @param receipt confirms a withdrawal by SMS; the page confirms its own
 * @returns false if consent is not granted, or access has already ended
 */
export async function withdrawConsent(
  deps: DecideDeps,
  tx: Tx,
  requestId: string,
  source: DecisionSource,
  receipt?: PreparedReceipt,
): Promise<boolean> {
  const consent = await findConsent(tx, requestId);
  if (consent?.state !== "granted") return false;
  if (!(await transitionConsent(tx, requestId, "granted", "subject_withdrew", { expires_at: consent.now })))
    return false;
  await recordDecision(deps, tx, consent, "withdrawn", source);
  if (receipt)
    await sendReceipt(deps, tx, consent, receipt, {
      decision: "withdrawn",
      language: source.language,
      until: null,
    });
  failpoint("withdrawal_before_release");
  await deps.events.emit(tx, "consent_terminated", { requestId, wasGranted: true });
  return true;
}

/**
 * Ends a request whose message reached the wrong person, and refunds the payer. Deletes the link between the
 * request and that phone number or email address.
 * @param over the contact that the link went to; the record's other one may be the right person's
 * @returns false if the request is over
 */
export async function endForWrongPerson(
  deps: Pick<DecideDeps, "ids" | "events">,
  tx: Tx,
  requestId: string,
  over: ContactKind,
  language: Language,
): Promise<boolean> {
  const consent = await findConsent(tx, requestId);
  if (consent?.state !== "pending") return false;
  if (!(await transitionConsent(tx, requestId, "pending", "wrong_person"))) return false;
  await deleteSubjectLink(tx, requestId, over);
  await recordDecision(deps, tx, consent, "wrong_person", { channel: "page", language });
  await deps.events.emit(tx, "consent_unreachable", { requestId });
  return true;
}
