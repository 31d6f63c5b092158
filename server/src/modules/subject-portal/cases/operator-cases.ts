import { caseReadingHours } from "@idanimo/contract/console/case-work";
import { type Database, enqueue, type Tx } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import { type AuditEntry, hasRecentEntryOf, writeAudit } from "../../audit/index.ts";
import { type CaseContent, openCaseContent, sealCaseContent } from "./open-case.ts";
import { maskPersonalValues } from "./rules.ts";
import { type CaseKeyOf, findSubjectCase, recordAnswer, type SubjectCase } from "./store.ts";

/**
 * What operators do with a case: read it with a reason, and answer it. No operator sees the contact: the job process
 * opens it and sends. [T-75 OC-14]
 */

export type CaseDeps = {
  readonly db: Database;
  readonly keys: Pick<KeyStore, "find">;
  readonly ids: IdSource;
};

/** The operator who acts; the name is stored with an answer. */
export type CaseActor = { readonly name: string; readonly operatorId: string };

/** The audit row of an operator's act on a case. */
export const caseAuditEntry = (
  { operatorId }: CaseActor,
  action: string,
  objectId: string,
  reason = "",
): AuditEntry => ({ actorKind: "operator", actorId: operatorId, action, objectId, reason });

export type CaseNotice = "case_read" | "case_answered";

/** Queues the notice to the person. @returns whether their contact is known */
async function queueNotice(
  { ids }: CaseDeps,
  tx: Tx,
  caseId: string,
  notice: CaseNotice,
  { phone, mail }: CaseContent,
): Promise<boolean> {
  if (phone === null && mail === null) return false;
  const messageId = ids.rowId();
  await enqueue(tx, "notify_subject", { caseId, notice, messageId }, `notify_subject:${messageId}`);
  return true;
}

type OpenedCase = { readonly found: SubjectCase; readonly key: Buffer | undefined };

/** A case with its key, in the transaction of the act on it. The key is read before the transaction. */
async function withCase<Value>(
  { db, keys }: CaseDeps,
  which: CaseKeyOf,
  forUpdate: boolean,
  act: (tx: Tx, opened: OpenedCase) => Promise<Value>,
): Promise<Value | "unknown"> {
  const known = await db.transaction("system", (tx) => findSubjectCase(tx, which));
  if (!known) return "unknown";
  const key = known.sealed ? await keys.find(known.id) : undefined;
  return db.transaction("system", async (tx) => {
    const found = await findSubjectCase(tx, which, forUpdate);
    return found ? act(tx, { found, key }) : "unknown";
  });
}

const contentOf = ({ found, key }: OpenedCase): CaseContent | undefined =>
  key && found.sealed ? openCaseContent(key, found.id, found.sealed) : undefined;

/**
 * Opens the content of a case for one operator. One transaction reads it, records who and why in the audit log, and
 * notifies the subject.
 * @param reason in the operator's words; no personal value
 */
export function readCase(
  deps: CaseDeps,
  which: CaseKeyOf,
  by: CaseActor,
  reason: string,
): Promise<"unknown" | { readonly found: SubjectCase; readonly text: string | undefined; readonly isTold: boolean }> {
  return withCase(deps, which, false, async (tx, opened) => {
    const { found } = opened;
    await writeAudit(tx, deps.ids, caseAuditEntry(by, "case_read", found.id, reason));
    const content = contentOf(opened);
    const isTold = content !== undefined && (await queueNotice(deps, tx, found.id, "case_read", content));
    return { found, text: content?.text, isTold };
  });
}

/** What an operator reads who gave a reason within 24 hours: numbers and emails are masked. */
export function readOpenedCase(
  deps: CaseDeps,
  id: string,
  operatorId: string,
): Promise<
  | "unknown"
  | "not_opened"
  | "erased"
  | { readonly found: SubjectCase; readonly text: string; readonly answer: string | undefined }
> {
  return withCase(deps, { id }, false, async (tx, opened) => {
    const entry = { objectId: id, action: "case_read", actorId: operatorId };
    if (!(await hasRecentEntryOf(tx, entry, caseReadingHours))) return "not_opened";
    const content = contentOf(opened);
    if (!content) return "erased";
    return { found: opened.found, text: maskPersonalValues(content.text), answer: content.answer };
  });
}

/**
 * Answers a case once. The answer goes to the contact that is sealed in the case, and is shown on the subject's
 * page. If two operators answer at once, only the first answer counts.
 */
export function answerCase(
  deps: CaseDeps,
  which: CaseKeyOf,
  by: CaseActor,
  text: string,
): Promise<"unknown" | "answered_before" | "erased" | { readonly isTold: boolean }> {
  return withCase(deps, which, true, async (tx, opened) => {
    const { found, key } = opened;
    if (found.answeredAt !== null) return "answered_before";
    const content = contentOf(opened);
    if (!key || !content) return "erased";
    const sealed = sealCaseContent(key, found.id, { ...content, answer: text });
    if (!(await recordAnswer(tx, found.id, by.name, sealed))) return "answered_before";
    await writeAudit(tx, deps.ids, caseAuditEntry(by, "case_answered", found.id));
    return { isTold: await queueNotice(deps, tx, found.id, "case_answered", content) };
  });
}
