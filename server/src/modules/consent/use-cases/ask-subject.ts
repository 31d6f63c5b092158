import { consentCodeLength, readAloudAlphabet } from "@idanimo/contract/consent";
import { consentDeadline } from "@idanimo/contract/expiry";
import type { Tx } from "../../../database/database.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { consentRequestWords, consentTextVersion, queueMessage } from "../../notifications/index.ts";
import { type Contact, openNote, sealKept } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { findConsent, insertEvidence, moveConsent } from "../store.ts";

type AskDeps = Pick<ConsentDeps, "ids" | "vault" | "events" | "publicUrl">;

/**
 * Asks a subject for a yes, over the contact in the agency's own record and no other. The link's token and the reply's code
 * are new, and only their hashes are kept. Runs in the caller's transaction with the record it is about. Source: T-38, T-39.
 * @returns false when this request was asked already or has ended
 */
export async function askSubject(
  deps: AskDeps,
  tx: Tx,
  requestId: string,
  key: Buffer,
  contact: Contact,
): Promise<boolean> {
  const consent = await findConsent(tx, requestId);
  if (consent?.state !== "initiate") return false;
  const deadline = consentDeadline(consent.retention, consent.now);
  if (!deadline) throw new Error(`${consent.searchType} asks nobody`);
  const token = deps.ids.token();
  const code = deps.ids.letters(consentCodeLength, readAloudAlphabet);
  const codeHash = deps.vault.codeHash("consent", requestId, code);
  const moved = await moveConsent(tx, requestId, "initiate", "request_sent", {
    contact_sealed: sealKept(key, requestId, { ...contact, token }),
    phone_hash: contact.phone === null ? null : deps.vault.indexHash("phone", contact.phone),
    token_hash: tokenHash(token),
    code_hash: codeHash,
    text_version: consentTextVersion,
    asked_at: consent.now,
    deadline,
  });
  if (!moved) return false;
  const words = consentRequestWords({
    asker: consent.asker.name,
    purpose: consent.purpose,
    note: consent.noteSealed ? openNote(key, requestId, consent.noteSealed) : undefined,
    link: `${deps.publicUrl}/consent/${token}`,
    code,
    until: deadline,
  });
  const about = { kind: "consent_request", keyId: requestId, key, requestId } as const;
  if (contact.phone !== null)
    await queueMessage(tx, { ...about, channel: "sms", to: contact.phone, text: words.sms }, deps.ids);
  if (contact.mail !== null)
    await queueMessage(tx, { ...about, channel: "mail", to: contact.mail, ...words.mail }, deps.ids);
  for (const channel of [contact.phone === null ? null : "sms", contact.mail === null ? null : "mail"] as const) {
    if (channel === null) continue;
    await insertEvidence(tx, {
      id: deps.ids.row(),
      requestId,
      ownerId: consent.ownerId,
      event: "asked",
      channel,
      textVersion: consentTextVersion,
      codeHash,
    });
  }
  await deps.events.emit(tx, "consent_asked", { requestId });
  return true;
}
