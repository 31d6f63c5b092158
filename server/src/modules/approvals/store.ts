import type { ApprovalState } from "@idanimo/contract/approvals";
import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../database/database.ts";
import { type Cursor, encodeCursor } from "../../kernel/cursor.ts";
import { requireNextState } from "../../kernel/state-table.ts";
import type { Facts } from "./rules.ts";
import { type ApprovalEvent, approvalTransitions } from "./states.ts";

/** Whose acts these are: the operators', or those of one organisation's members. */
export type ApprovalScope =
  | { readonly kind: "operator" }
  | { readonly kind: "organisation"; readonly organisationId: string };

export type Approval = {
  readonly id: string;
  readonly kind: string;
  readonly objectId: string;
  readonly facts: Facts;
  readonly reason: string;
  readonly state: ApprovalState;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  /** The only person who may decide; null: any other one with the right. */
  readonly checkerId: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
};

const organisationOf = (scope: ApprovalScope) => (scope.kind === "operator" ? null : scope.organisationId);

const approvalsOf = (tx: Tx, scope: ApprovalScope) =>
  tx
    .selectFrom("approvals")
    .select(["id", "kind", "object_id as objectId", "facts", "reason", "state", "requested_by as requestedBy"])
    .select(["requested_at as requestedAt", "expires_at as expiresAt", "checker_id as checkerId"])
    .select(["decided_by as decidedBy", "decided_at as decidedAt", "decision_reason as decisionReason"])
    .where("scope", "=", scope.kind)
    // an equality, which an index serves
    .$if(scope.kind === "organisation", (query) => query.where("organisation_id", "=", organisationOf(scope)));

export type NewApproval = {
  readonly id: string;
  readonly scope: ApprovalScope;
  readonly kind: string;
  readonly objectId: string;
  readonly facts: Facts;
  readonly factsHash: Buffer;
  readonly requestedBy: string;
  readonly checkerId: string | null;
  readonly reason: string;
  readonly expiresInHours: number;
};

/** @returns false if one for the same act is pending already */
export async function insertApproval(tx: Tx, made: NewApproval): Promise<boolean> {
  const inserted = await tx
    .insertInto("approvals")
    .values({
      id: made.id,
      scope: made.scope.kind,
      organisation_id: organisationOf(made.scope),
      kind: made.kind,
      object_id: made.objectId,
      facts: JSON.stringify(made.facts),
      facts_hash: made.factsHash,
      requested_by: made.requestedBy,
      checker_id: made.checkerId,
      reason: made.reason,
      expires_at: secondsFromNow(made.expiresInHours * 3600),
      decided_by: null,
      decided_at: null,
      decision_reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export type LockedApproval = Approval & { readonly factsHash: Buffer; readonly now: Date };

/** Locks an approval for a decision, so that of two decisions the second sees the first. */
export const lockApproval = (tx: Tx, scope: ApprovalScope, id: string): Promise<LockedApproval | undefined> =>
  approvalsOf(tx, scope)
    .select(["facts_hash as factsHash", productNow.as("now")])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const findApproval = (tx: Tx, scope: ApprovalScope, id: string): Promise<Approval | undefined> =>
  approvalsOf(tx, scope).where("id", "=", id).executeTakeFirst();

export type Decision = { readonly by: string | null; readonly reason: string | null };

/** Ends a locked, pending approval. */
export async function endApproval(tx: Tx, id: string, event: ApprovalEvent, { by, reason }: Decision): Promise<void> {
  await tx
    .updateTable("approvals")
    .set({
      state: requireNextState<ApprovalState, ApprovalEvent>(approvalTransitions, "pending", event),
      decided_by: by,
      decided_at: productNow,
      decision_reason: reason,
    })
    .where("id", "=", id)
    .execute();
}

export type ApprovalFilter = {
  readonly pending: boolean;
  /** Only these kinds; all of them if absent. */
  readonly kinds?: readonly string[];
  /** Only those of one person; everyone's if absent. */
  readonly requestedBy?: string;
  readonly after: Cursor | undefined;
  readonly limit: number;
};

const isPending = sql<boolean>`(state = 'pending' and expires_at > product_now())`;

/** A page of approvals, newest first, each with its own cursor. Those whose time ran out are not pending. */
export async function findApprovals(
  tx: Tx,
  scope: ApprovalScope,
  { pending, kinds, requestedBy, after, limit }: ApprovalFilter,
): Promise<readonly (Approval & { readonly cursor: string })[]> {
  const rows = await approvalsOf(tx, scope)
    .select(sql<string>`requested_at::text`.as("at"))
    .where(pending ? isPending : sql<boolean>`not ${isPending}`)
    .$if(kinds !== undefined, (query) => query.where(sql<boolean>`kind = any (${[...(kinds ?? [])]}::text[])`))
    .$if(requestedBy !== undefined, (query) => query.where(sql<boolean>`requested_by = ${requestedBy}`))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(requested_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("requested_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.id) }));
}

/** How many approvals of a kind wait that this person did not request. */
export async function countPendingForOthers(
  tx: Tx,
  { organisationId, kind }: { readonly organisationId: string; readonly kind: string },
  by: string,
) {
  const { count } = await tx
    .selectFrom("approvals")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("scope", "=", "organisation")
    .where("organisation_id", "=", organisationId)
    .where("kind", "=", kind)
    .where("requested_by", "<>", by)
    .where(isPending)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks the pending approvals whose time ran out, a batch at a time; skips those that are being decided. */
export const lockOverdueApprovals = (
  tx: Tx,
  limit: number,
): Promise<
  readonly {
    readonly id: string;
    readonly scope: "operator" | "organisation";
    readonly organisationId: string | null;
    readonly objectId: string;
    readonly kind: string;
  }[]
> =>
  tx
    .selectFrom("approvals")
    .select(["id", "scope", "organisation_id as organisationId", "object_id as objectId", "kind"])
    .where("state", "=", "pending")
    .where("expires_at", "<=", productNow)
    .orderBy("expires_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Locks undecided requests: of one person, or all. */
export const lockPendingApprovals = (
  tx: Tx,
  scope: ApprovalScope,
  { requestedBy }: { readonly requestedBy?: string } = {},
): Promise<readonly Approval[]> =>
  approvalsOf(tx, scope)
    .where("state", "=", "pending")
    .$if(requestedBy !== undefined, (query) => query.where(sql<boolean>`requested_by = ${requestedBy}`))
    .orderBy("id")
    .forUpdate()
    .execute();

/** The newest approval of an act. */
export const findApprovalOf = (
  tx: Tx,
  scope: ApprovalScope,
  { kind, objectId }: Pick<Approval, "kind" | "objectId">,
): Promise<Approval | undefined> =>
  approvalsOf(tx, scope)
    .where("kind", "=", kind)
    .where("object_id", "=", objectId)
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
