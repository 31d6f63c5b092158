import { publishToUsers } from "../../../database/live-events.ts";
import type { Tx } from "../../../database/database.ts";
import { type Approval, findApproval } from "../../approvals/index.ts";
import { notify } from "../../notifications/index.ts";
import { findMembersWithRight } from "../../organisations/index.ts";
import { abandonWaitingPurchase } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { waitingPage } from "./facts.ts";
import { setPurgeDueOfPurchase } from "./store.ts";

type Deps = Pick<VerificationDeps, "ids">;
type Subject = Pick<Approval, "id" | "requestedBy"> & { readonly organisationId: string };
type Ended = Subject & Pick<Approval, "objectId" | "facts">;

const outcomes = {
  approved: "was approved and is running",
  rejected: "was rejected. Nothing was charged and no one was contacted",
  expired: "was not decided within 7 days. Nothing was charged and no one was contacted",
} as const;

/** Tells the requester the decision, and every open page that shows the approval [TM-08]. */
export async function announceDecision(
  deps: Deps,
  tx: Tx,
  ended: Ended,
  outcome: keyof typeof outcomes,
): Promise<void> {
  await notify(tx, deps, {
    ownerId: ended.requestedBy,
    key: `approval_decided:${ended.id}`,
    kind: "approval_decided",
    facts: { amount: ended.facts["amount"] ?? "", outcome: outcomes[outcome] },
    link: waitingPage(ended.organisationId, ended.facts),
  });
  await publishChange(tx, ended);
}

/** Makes the pages of the requester and of those who may decide read the approval again. */
export async function publishChange(tx: Tx, { id, requestedBy, organisationId }: Subject): Promise<void> {
  const approvers = await findMembersWithRight(tx, organisationId, "approvals:decide");
  await publishToUsers(
    tx,
    [...new Set([requestedBy, ...approvers])].map((ownerId) => ({
      ownerId,
      event: { type: "approval_changed", approvalId: id },
    })),
  );
}

/** Abandons the purchase of an approval that ended without one, and deletes what was entered. Idempotent. */
export async function abandonWaiting(tx: Tx, purchaseId: string): Promise<void> {
  if (await abandonWaitingPurchase(tx, purchaseId)) await setPurgeDueOfPurchase(tx, purchaseId, 0);
}

/** What follows when the time of an approval ran out. Idempotent. */
export async function announceExpiry(
  deps: Deps,
  tx: Tx,
  approvalId: string,
  scope: { readonly kind: "organisation"; readonly organisationId: string },
): Promise<void> {
  const approval = await findApproval(tx, scope, approvalId);
  if (!approval) return;
  await abandonWaiting(tx, approval.objectId);
  await announceDecision(deps, tx, { ...approval, organisationId: scope.organisationId }, "expired");
}
