import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { writeAudit } from "../audit/index.ts";
import { notifyMembers, publishRightsChanged } from "./announce.ts";
import { revokeInvitationsOf } from "./invitation-store.ts";
import { setMemberState } from "./member-store.ts";

/**
 * Suspends or reactivates a member for the product or a directory, not for a colleague. The organisation is locked.
 * Their sign-ins for this organisation end, or work again, at once on every process.
 */
export async function suspendOrReactivate(
  tx: Tx,
  deps: { readonly ids: IdSource },
  { id: organisationId, name: organisation }: { readonly id: string; readonly name: string },
  userId: string,
  { state, reason }: { readonly state: "active" | "suspended"; readonly reason: string },
): Promise<void> {
  await setMemberState(tx, organisationId, userId, state);
  if (state === "suspended") await revokeInvitationsOf(tx, organisationId, userId);
  await writeAudit(tx, deps.ids, {
    actorKind: "system",
    action: state === "suspended" ? "member_suspended" : "member_reactivated",
    objectId: userId,
    organisationId,
    reason,
  });
  const kind = state === "suspended" ? "member_suspended" : "member_reactivated";
  await notifyMembers(tx, deps, [userId], { kind, facts: { organisation }, link: null });
  await publishRightsChanged(tx, organisationId, [userId]);
}
