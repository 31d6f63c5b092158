import type { remindSubject as operation } from "@idanimo/contract/pending-request";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { publishToUser } from "../../../database/live-events.ts";
import type { Handler } from "../../../http/call.ts";
import { findAccountEmails } from "../../accounts/index.ts";
import { writeAudit } from "../../audit/index.ts";
import { queueMessage, smsLanguageOf } from "../../notifications/index.ts";
import { canActOnItem } from "../../purchases/index.ts";
import { hashRequesterMailbox } from "../closed-requesters.ts";
import { openDeliveryDetails } from "../contact.ts";
import { findDeliveryAttempts } from "../delivery-attempts.ts";
import type { ConsentDeps } from "../deps.ts";
import { insertEvidence } from "../evidence-store.ts";
import { lockRequest, markReminded } from "../pending-consent-store.ts";
import { findSmsLanguage } from "../phone-request-store.ts";
import { reminderChannel, reminderPossibleAt, wasMessageSent } from "../rules.ts";
import { findConsent } from "../store.ts";
import { findSubjectContacts, findSubjectQuotas, lockSubjects } from "../subject-store.ts";
import { composeMessage } from "./escalate.ts";

/** `over`: the request awaits no consent any more. `not_possible`: too early, at night, blocked, or not reached yet. */
type ReminderOutcome = "sent" | "sent_before" | "over" | "not_possible" | "not_found";

/**
 * Sends the one reminder of a pending request: an SMS if the record has a phone number, otherwise an email, with the
 * code and the link of the first message. The subject is locked first, so that no reminder follows a block.
 * @param key the request's key
 */
export async function sendReminder(
  deps: Pick<ConsentDeps, "ids" | "vault" | "publicUrl">,
  tx: Tx,
  of: { readonly ownerId: string; readonly requestId: string; readonly key: Buffer | undefined },
): Promise<ReminderOutcome> {
  const { ownerId, requestId, key } = of;
  const hashes = await findSubjectContacts(tx, requestId);
  await lockSubjects(tx, hashes);
  const locked = await lockRequest(tx, ownerId, requestId);
  const consent = locked && (await findConsent(tx, requestId));
  if (!locked || !consent) return "not_found";
  if (consent.state !== "pending" || !consent.deadline || consent.deadline <= consent.now) return "over";
  if (locked.remindedAt) return "sent_before";
  const attempts = (await findDeliveryAttempts(tx, [requestId])).get(requestId) ?? [];
  const at = reminderPossibleAt({ ...locked, wasSent: wasMessageSent(attempts) });
  if (!key || !locked.contactSealed || !at || at > locked.now) return "not_possible";
  if (await isBlocked(deps, tx, { ownerId, requestId, hashes })) return "not_possible";
  const details = openDeliveryDetails(key, requestId, locked.contactSealed);
  const { message, evidence } = composeMessage(deps, consent, key, details, {
    kind: "reminder",
    channel: reminderChannel(details, attempts),
    language: smsLanguageOf(await findSmsLanguage(tx, requestId)),
  });
  await markReminded(tx, requestId);
  await queueMessage(tx, message, deps.ids);
  await insertEvidence(tx, evidence);
  await writeAudit(tx, deps.ids, {
    actorKind: "user",
    actorId: ownerId,
    action: "subject_reminded",
    objectId: requestId,
  });
  return "sent";
}

/** Whether the subject blocks the requester, or every requester. */
async function isBlocked(
  deps: Pick<ConsentDeps, "vault">,
  tx: Tx,
  of: Pick<Parameters<typeof findSubjectQuotas>[1][number], "ownerId" | "requestId" | "hashes">,
): Promise<boolean> {
  const email = (await findAccountEmails(tx, [of.ownerId])).get(of.ownerId);
  const mailbox = email === undefined ? null : hashRequesterMailbox(deps.vault, email);
  return (await findSubjectQuotas(tx, [{ ...of, mailbox }])).get(of.requestId)?.isBlocked ?? false;
}

/** Reminds the subject of the caller's request once [T-45]. */
export const remindSubject =
  (deps: ConsentDeps): Handler<typeof operation> =>
  async ({ id }, caller) => {
    const counted = await deps.limits.consume("request_action_account", caller.ownerId);
    if (!counted.ok) return counted;
    const key = await deps.keys.find(id);
    return deps.db.transaction("system", async (tx) => {
      if (!(await canActOnItem(tx, caller, id))) return fail("not_found", {});
      const outcome = await sendReminder(deps, tx, { ownerId: caller.ownerId, requestId: id, key });
      if (outcome === "not_found") return fail("not_found", {});
      if (outcome === "over") return fail("request_over", {});
      if (outcome === "not_possible") return fail("reminder_not_possible", {});
      const sentAt = (await lockRequest(tx, caller.ownerId, id))?.remindedAt ?? null;
      if (outcome === "sent") await publishToUser(tx, caller.ownerId, { type: "consent_changed", requestId: id });
      return ok({ reminder: { sentAt: sentAt?.toISOString() ?? null, possibleAt: null } });
    });
  };
