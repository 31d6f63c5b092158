import type { Tx } from "../../../database/database.ts";
import { cancelApprovalsOf } from "../../approvals/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { abandonWaiting, publishChange } from "./end-approval.ts";

/** Cancels what a removed member had sent for approval: nothing is charged and no one is contacted [TM-07 TM-09]. */
export async function cancelApprovalsOfMember(
  deps: Pick<VerificationDeps, "ids">,
  tx: Tx,
  { organisationId, userId }: { readonly organisationId: string; readonly userId: string },
): Promise<void> {
  const cancelled = await cancelApprovalsOf(tx, deps, { scope: { kind: "organisation", organisationId }, by: userId });
  for (const approval of cancelled) {
    await abandonWaiting(tx, approval.objectId);
    await publishChange(tx, { ...approval, organisationId });
  }
}
