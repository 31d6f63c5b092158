import { consentCodeLength, readAloudAlphabet } from "@idanimo/contract/consent";
import { consentDeadline } from "@idanimo/contract/expiry";
import type { Tx } from "../../../database/database.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { mailboxHash } from "../../accounts/index.ts";
import { writeAudit } from "../../audit/index.ts";
import { consentTextVersion } from "../../notifications/index.ts";
import { type Contact, contactHashes, sealKept } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { isSamePerson } from "../rules.ts";
import { contactOfOwner, findConsent, moveConsent } from "../store.ts";
import { lockSubject, noteSubject, standingOfSubject } from "../subject-store.ts";
import { writeStep } from "./climb.ts";

type AskDeps = Pick<ConsentDeps, "ids" | "vault" | "publicUrl" | "requestsADay">;

/**
 * Asks a person for a yes, over the contact in the agency's own record and no other, over one way at a time. The links' tokens,
 * one for each way, and the reply's code are new; their hashes find them again. Runs in the caller's transaction with the record
 * it is about, which raises `consent_asked` at its end. That somebody asked is kept for the person's own page, also where they are not asked. Source: T-38, T-39, T-45.
 * @returns `blocked` when the person wants no such question, or had their day's fill: the asker cannot tell which. `over` when
 *   this request was asked already or has ended.
 */
export async function askSubject(
  deps: AskDeps,
  tx: Tx,
  requestId: string,
  key: Buffer,
  contact: Contact,
): Promise<"asked" | "blocked" | "over"> {
  const consent = await findConsent(tx, requestId);
  if (consent?.state !== "initiate") return "over";
  const deadline = consentDeadline(consent.retention, consent.now);
  if (!deadline) throw new Error(`${consent.searchType} asks nobody`);
  const hashes = contactHashes(deps.vault, contact);
  await lockSubject(tx, hashes);
  const own = await contactOfOwner(tx, consent.ownerId);
  const mailbox = own.mail === null ? null : mailboxHash(deps.vault, own.mail);
  const { isBlocked, askedToday } = await standingOfSubject(tx, { ...consent, mailbox }, hashes);
  if (isBlocked || askedToday >= deps.requestsADay) {
    if (!(await moveConsent(tx, requestId, "initiate", "blocked"))) return "over";
    await noteSubject(tx, requestId, hashes);
    const reason = isBlocked ? "the person blocks it" : "asked too often today";
    await writeAudit(tx, deps.ids, { actorKind: "system", action: "consent_blocked", objectId: requestId, reason });
    return "blocked";
  }
  const kept = {
    ...contact,
    token: deps.ids.token(),
    mailToken: deps.ids.token(),
    code: deps.ids.letters(consentCodeLength, readAloudAlphabet),
  };
  const isSelf = isSamePerson(own, contact);
  const moved = await moveConsent(tx, requestId, "initiate", "request_sent", {
    contact_sealed: sealKept(key, requestId, kept),
    phone_hash: hashes.find(({ kind }) => kind === "phone")?.hash ?? null,
    token_hash: contact.phone === null ? null : tokenHash(kept.token),
    mail_token_hash: contact.mail === null ? null : tokenHash(kept.mailToken),
    code_hash: deps.vault.codeHash("consent", requestId, kept.code),
    text_version: consentTextVersion,
    asked_at: consent.now,
    is_self: isSelf,
    deadline,
  });
  if (!moved) return "over";
  await noteSubject(tx, requestId, hashes);
  await writeStep(deps, tx, { ...consent, isSelf, deadline }, key, kept, 0);
  return "asked";
}
