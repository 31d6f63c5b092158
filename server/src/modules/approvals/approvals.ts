import { createHash } from "node:crypto";
import { fail, ok, type ProblemCode, type Result } from "@idanimo/contract/problems";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { writeAudit } from "../audit/index.ts";
import type { ApprovalKinds } from "./kinds.ts";
import { type Facts, isExpired, serializeFacts } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Acts that a second person approves: requesting one moves nothing, and the effect is applied in the transaction that
 * records the approval. The caller has checked that the person may request or decide.
 */

type Ids = { readonly ids: IdSource };

const hashFacts = (facts: Facts) => createHash("sha256").update(serializeFacts(facts)).digest();
const actorOf = (scope: "operator" | "organisation") => (scope === "operator" ? "operator" : "user");

type ApprovalRequest = Omit<store.NewApproval, "id" | "factsHash" | "checkerId"> & {
  /** The only person who may decide; any other one with the right if absent. */
  readonly checkerId?: string;
};

/** Requests an approval. Nothing else happens. */
export async function requestApproval(
  tx: Tx,
  { ids }: Ids,
  { checkerId, ...request }: ApprovalRequest,
): Promise<Result<{ readonly id: string }, "approval_pending">> {
  const id = ids.publicId();
  const factsHash = hashFacts(request.facts);
  const isNew = await store.insertApproval(tx, { ...request, id, factsHash, checkerId: checkerId ?? null });
  if (!isNew) return fail("approval_pending", {});
  await audit(tx, ids, request.scope.kind, "approval_requested", request.requestedBy, { ...request, id });
  return ok({ id });
}

type DecidedAs = { readonly id: string; readonly scope: store.ApprovalScope; readonly by: string };
type DecisionProblem = "not_found" | "own_request" | "already_decided" | "approval_ended";

/** Locks a pending approval that this person may decide. One whose time ran out is recorded as expired. */
async function lockForDecision(
  tx: Tx,
  { ids }: Ids,
  { id, scope, by }: DecidedAs,
): Promise<Result<store.LockedApproval, DecisionProblem>> {
  const approval = await store.lockApproval(tx, scope, id);
  // a named checker is the only one who learns of it here; lists show it to every colleague
  if (!approval || (approval.checkerId !== null && approval.checkerId !== by)) return fail("not_found", {});
  if (approval.requestedBy === by) return fail("own_request", {});
  if (approval.state === "expired") return fail("approval_ended", {});
  if (approval.state !== "pending") return fail("already_decided", {});
  if (!isExpired(approval.expiresAt, approval.now)) return ok(approval);
  await store.endApproval(tx, id, "time_ran_out", { by: null, reason: null });
  await audit(tx, ids, scope.kind, "approval_expired", undefined, approval);
  return fail("approval_ended", {});
}

/**
 * Approves and applies the act. If the facts changed since the request, the approval ends as stale and nothing is
 * applied; if the act fails, it stays pending. Commit the transaction in either case.
 */
export async function approve<Code extends ProblemCode>(
  tx: Tx,
  deps: Ids & { readonly kinds: ApprovalKinds<Code> },
  decided: DecidedAs,
): Promise<Result<store.Approval, DecisionProblem | "facts_changed" | Code>> {
  const locked = await lockForDecision(tx, deps, decided);
  if (!locked.ok) return locked;
  const approval = locked.value;
  const { scope, by } = decided;
  const kind = deps.kinds[approval.kind];
  if (!kind) throw new Error(`approvals: nothing applies ${approval.kind}`);
  const facts = await kind.readFacts(tx, approval);
  if (!facts || !hashFacts(facts).equals(approval.factsHash)) {
    await store.endApproval(tx, approval.id, "facts_changed", { by, reason: null });
    await audit(tx, deps.ids, scope.kind, "approval_stale", by, approval);
    return fail("facts_changed", {});
  }
  await sql`savepoint approved_act`.execute(tx);
  const applied = await kind.apply(tx, approval, by);
  if (!applied.ok) {
    await sql`rollback to savepoint approved_act`.execute(tx);
    return applied;
  }
  await store.endApproval(tx, approval.id, "approved", { by, reason: null });
  await audit(tx, deps.ids, scope.kind, "approval_approved", by, approval);
  return ok(approval);
}

/** Rejects the act; nothing is applied. */
export async function reject(
  tx: Tx,
  deps: Ids,
  decided: DecidedAs & { readonly reason: string | null },
): Promise<Result<store.Approval, DecisionProblem>> {
  const locked = await lockForDecision(tx, deps, decided);
  if (!locked.ok) return locked;
  await store.endApproval(tx, decided.id, "rejected", decided);
  await audit(tx, deps.ids, decided.scope.kind, "approval_rejected", decided.by, locked.value);
  return locked;
}

/** Cancels a pending approval; only its requester may. */
export async function cancelApproval(
  tx: Tx,
  { ids }: Ids,
  { id, scope, by }: DecidedAs,
): Promise<Result<store.Approval, "not_found" | "already_decided">> {
  const approval = await store.lockApproval(tx, scope, id);
  if (approval?.requestedBy !== by) return fail("not_found", {});
  if (approval.state !== "pending") return fail("already_decided", {});
  await store.endApproval(tx, id, "requester_cancelled", { by: null, reason: null });
  await audit(tx, ids, scope.kind, "approval_cancelled", by, approval);
  return ok(approval);
}

/** Cancels the undecided requests of a person who loses access. */
export async function cancelApprovalsOf(
  tx: Tx,
  deps: Ids,
  { scope, by }: Omit<DecidedAs, "id">,
): Promise<readonly store.Approval[]> {
  const pending = await store.lockPendingApprovals(tx, scope, { requestedBy: by });
  await cancelLocked(tx, deps, { scope, by }, pending);
  return pending;
}

/**
 * Locks every undecided request of an organisation that may close: before its wallets, as a decision does.
 * @returns a function that cancels them
 */
export async function lockApprovalsOfOrganisation(
  tx: Tx,
  deps: Ids,
  { scope, by, except }: Omit<DecidedAs, "id"> & { readonly except?: string | undefined },
): Promise<() => Promise<void>> {
  const pending = await store.lockPendingApprovals(tx, scope);
  return () =>
    cancelLocked(
      tx,
      deps,
      { scope, by },
      pending.filter(({ id }) => id !== except),
    );
}

async function cancelLocked(
  tx: Tx,
  { ids }: Ids,
  { scope, by }: Omit<DecidedAs, "id">,
  pending: readonly store.Approval[],
): Promise<void> {
  for (const approval of pending) {
    await store.endApproval(tx, approval.id, "requester_cancelled", { by: null, reason: null });
    await audit(tx, ids, scope.kind, "approval_cancelled", by, approval);
  }
}

const overdueBatch = 500;

/**
 * Records the approvals whose time ran out. `scope` in the result tells the callers' modules which acts ended.
 * @returns those of this batch
 */
export async function expireApprovals(tx: Tx, { ids }: Ids) {
  const overdue = await store.lockOverdueApprovals(tx, overdueBatch);
  for (const approval of overdue) {
    await store.endApproval(tx, approval.id, "time_ran_out", { by: null, reason: null });
    await audit(tx, ids, approval.scope, "approval_expired", undefined, approval);
  }
  return overdue;
}

async function audit(
  tx: Tx,
  ids: IdSource,
  scope: "operator" | "organisation",
  action: string,
  by: string | undefined,
  approval: { readonly id: string; readonly objectId: string },
): Promise<void> {
  await writeAudit(tx, ids, {
    actorKind: by === undefined ? "system" : actorOf(scope),
    ...(by !== undefined && { actorId: by }),
    action,
    objectId: approval.objectId,
    reason: approval.id,
  });
}
