import type { Database } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import { writeAudit } from "../../audit/index.ts";
import { caseAnsweredMessage, caseReadMessage, queueMessage } from "../../notifications/index.ts";
import { type CaseContent, openCaseContent, sealCaseContent } from "./open-case.ts";
import { findSubjectCase, recordAnswer, type SubjectCase } from "./store.ts";

/** What operators do with a case: list it, read it with a reason, and answer it. [T-75] */

export type CaseDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly ids: IdSource;
  /** Of the subject's own page. */
  readonly myDataUrl: string;
};

type CaseMessage = ReturnType<typeof caseReadMessage>;

/**
 * Sends a message to the contact in a case, by SMS if it has a phone number. @returns false if the contact is
 * unknown
 */
async function notifySubject(
  deps: CaseDeps,
  tx: Parameters<typeof queueMessage>[0],
  { id }: SubjectCase,
  key: Buffer,
  to: CaseContent,
  kind: "case_read" | "case_answered",
  copy: CaseMessage,
): Promise<boolean> {
  const message = { kind, keyId: id, key, requestId: null } as const;
  if (to.phone !== null) await queueMessage(tx, { ...message, channel: "sms", to: to.phone, text: copy.sms }, deps.ids);
  else if (to.mail !== null)
    await queueMessage(tx, { ...message, channel: "mail", to: to.mail, ...copy.mail }, deps.ids);
  return to.phone !== null || to.mail !== null;
}

/**
 * Opens the content of a case for one operator. One transaction reads it, records who and why in the audit log, and
 * notifies the subject. No operator sees the contact.
 * @param reason in the operator's words; no personal value
 */
export async function readCase(
  deps: CaseDeps,
  reference: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<{ readonly found: SubjectCase; readonly text: string | undefined; readonly isTold: boolean } | undefined> {
  const known = await deps.db.transaction("system", (tx) => findSubjectCase(tx, reference));
  if (!known) return undefined;
  const key = known.sealed ? await deps.keys.find(known.id) : undefined;
  return deps.db.transaction("system", async (tx) => {
    const found = await findSubjectCase(tx, reference);
    if (!found) return undefined;
    await writeAudit(tx, deps.ids, {
      actorKind: "operator",
      action: "case_read",
      objectId: found.id,
      reason: `${by}: ${reason}`,
    });
    if (!key || !found.sealed) return { found, text: undefined, isTold: false };
    const content = openCaseContent(key, found.id, found.sealed);
    const words = caseReadMessage(found.reference, deps.myDataUrl);
    const isTold = await notifySubject(deps, tx, found, key, content, "case_read", words);
    return { found, text: content.text, isTold };
  });
}

/**
 * Answers a case once. The answer goes to the contact that is sealed in the case, and is shown on the subject's
 * page. If two operators answer at once, only the first answer counts.
 */
export async function answerCase(
  deps: CaseDeps,
  reference: string,
  { by, text }: { readonly by: string; readonly text: string },
): Promise<"unknown" | "answered_before" | "gone" | { readonly isTold: boolean }> {
  const known = await deps.db.transaction("system", (tx) => findSubjectCase(tx, reference));
  if (!known) return "unknown";
  const key = await deps.keys.find(known.id);
  return deps.db.transaction("system", async (tx) => {
    const found = await findSubjectCase(tx, reference, true);
    if (!found) return "unknown";
    if (found.answeredAt !== null) return "answered_before";
    if (!key || !found.sealed) return "gone";
    const content = openCaseContent(key, found.id, found.sealed);
    const sealed = sealCaseContent(key, found.id, { ...content, answer: text });
    if (!(await recordAnswer(tx, found.id, by, sealed))) return "answered_before";
    await writeAudit(tx, deps.ids, { actorKind: "operator", action: "case_answered", objectId: found.id, reason: by });
    const words = caseAnsweredMessage(found.reference, text, deps.myDataUrl);
    return { isTold: await notifySubject(deps, tx, found, key, content, "case_answered", words) };
  });
}
