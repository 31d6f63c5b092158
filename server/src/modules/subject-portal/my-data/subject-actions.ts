import { writeAudit } from "../../audit/index.ts";
import {
  type ConsentDeps,
  type Language,
  decideConsent,
  destroyUnsentReceiptKeys,
  prepareReceipt,
  withdrawConsent,
  lockSubjects,
  deleteBlocks,
  insertBlocks,
  contactHashesOf,
  contactKindOf,
  findRequesterId,
  findRequestIdsInState,
} from "../../consent/index.ts";
import { isUuid } from "./rules.ts";
import type { SubjectSession } from "./session.ts";

/**
 * The subject's actions on "my data", in the visitor's language, which the evidence stores. Each returns whether anything changed; another subject's request counts as
 * unknown.
 */

/** Withdraws one granted consent; access ends with this transaction. [T-48] */
export async function withdrawOwnConsent(
  deps: ConsentDeps,
  visitor: SubjectSession,
  requestId: string,
  language: Language,
): Promise<boolean> {
  return deps.db.transaction("system", async (tx) => {
    const standing = await findRequestIdsInState(tx, visitor, "granted", null);
    return standing.includes(requestId) && withdrawConsent(deps, tx, requestId, { channel: "page", language });
  });
}

/** Denies one pending request. */
export async function denyRequest(
  deps: ConsentDeps,
  visitor: SubjectSession,
  requestId: string,
  language: Language,
): Promise<boolean> {
  const open = await deps.db.transaction("system", (tx) => findRequestIdsInState(tx, visitor, "pending", null));
  return open.includes(requestId) && denyConsent(deps, visitor, requestId, language);
}

async function denyConsent(
  deps: ConsentDeps,
  visitor: SubjectSession,
  requestId: string,
  language: Language,
): Promise<boolean> {
  const receipt = await prepareReceipt(deps, requestId, contactKindOf(visitor));
  try {
    return await deps.db.transaction("system", (tx) =>
      decideConsent(deps, tx, requestId, { granted: false }, { channel: "page", language }, receipt),
    );
  } finally {
    await destroyUnsentReceiptKeys(deps, [receipt]);
  }
}

/** How many succeeded, and the errors of the others. */
type BulkResult = { readonly count: number; readonly failures: readonly unknown[] };

/** Runs an action on many requests, each in its own transaction, so that a failure does not undo the others. */
async function forEachRequest(
  requestIds: readonly string[],
  act: (requestId: string) => Promise<boolean>,
): Promise<BulkResult> {
  const failures: unknown[] = [];
  let count = 0;
  for (const requestId of requestIds)
    await act(requestId).then(
      (isDone) => (count += isDone ? 1 : 0),
      (error: unknown) => failures.push(error),
    );
  return { count, failures };
}

/** Denies the pending requests of one requester, or of all. */
async function denyAll(
  deps: ConsentDeps,
  visitor: SubjectSession,
  ownerId: string | null,
  language: Language,
): Promise<BulkResult> {
  const open = await deps.db.transaction("system", (tx) => findRequestIdsInState(tx, visitor, "pending", ownerId));
  return forEachRequest(open, (requestId) => denyConsent(deps, visitor, requestId, language));
}

/** @throws AggregateError if any action failed; call it last. Repeating the action completes the rest. */
export function throwIfFailed(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} consents could not be ended`);
}

/**
 * Blocks the requester of a request, and denies their pending requests. Granted consent remains until the subject
 * withdraws it.
 */
export async function blockRequester(
  deps: ConsentDeps,
  visitor: SubjectSession,
  requestId: string,
  language: Language,
): Promise<boolean> {
  if (!isUuid(requestId)) return false;
  const ownerId = await deps.db.transaction("system", async (tx) => {
    const found = await findRequesterId(tx, visitor, requestId);
    if (found === undefined) return undefined;
    await lockSubjects(tx, contactHashesOf(visitor)); // a concurrent request is either visible afterwards, or meets the block
    if (await insertBlocks(tx, visitor, found, () => deps.ids.rowId()))
      await writeAudit(tx, deps.ids, { actorKind: "subject", action: "requester_blocked", objectId: found });
    return found;
  });
  if (ownerId === undefined) return false;
  throwIfFailed((await denyAll(deps, visitor, ownerId, language)).failures);
  return true;
}

/** Blocks all requesters, and denies every pending request. */
export async function blockAllRequesters(
  deps: ConsentDeps,
  visitor: SubjectSession,
  language: Language,
): Promise<void> {
  await deps.db.transaction("system", async (tx) => {
    await lockSubjects(tx, contactHashesOf(visitor));
    if (await insertBlocks(tx, visitor, null, () => deps.ids.rowId()))
      await writeAudit(tx, deps.ids, { actorKind: "subject", action: "all_requesters_blocked" });
  });
  throwIfFailed((await denyAll(deps, visitor, null, language)).failures);
}

/** Removes a block. @param ownerId null: the block of all requesters */
export async function liftBlock(deps: ConsentDeps, visitor: SubjectSession, ownerId: string | null): Promise<boolean> {
  if (ownerId !== null && !isUuid(ownerId)) return false;
  return deps.db.transaction("system", async (tx) => {
    if (!(await deleteBlocks(tx, visitor, ownerId))) return false;
    const done =
      ownerId === null ? { action: "all_requesters_unblocked" } : { action: "requester_unblocked", objectId: ownerId };
    await writeAudit(tx, deps.ids, { actorKind: "subject", ...done });
    return true;
  });
}

/**
 * Withdraws every granted consent and denies every pending request. Returns failures instead of throwing, so that
 * the caller can finish first.
 */
export async function endAllConsents(
  deps: ConsentDeps,
  visitor: SubjectSession,
  language: Language,
): Promise<{ readonly withdrawn: number; readonly denied: number; readonly failures: readonly unknown[] }> {
  const standing = await deps.db.transaction("system", (tx) => findRequestIdsInState(tx, visitor, "granted", null));
  const withdrawn = await forEachRequest(standing, (requestId) =>
    deps.db.transaction("system", (tx) => withdrawConsent(deps, tx, requestId, { channel: "page", language })),
  );
  const denied = await denyAll(deps, visitor, null, language);
  return {
    withdrawn: withdrawn.count,
    denied: denied.count,
    failures: [...withdrawn.failures, ...denied.failures],
  };
}
