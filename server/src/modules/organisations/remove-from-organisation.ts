import type { Tx } from "../../database/database.ts";
import { publishRightsChanged } from "./announce.ts";
import type { OrganisationDeps } from "./deps.ts";
import { revokeInvitationsOf } from "./invitation-store.ts";
import { findMembersWithRecords, markMemberRemoved } from "./member-store.ts";
import { deleteScimUser } from "./scim/user-store.ts";

/** Ends a membership with what depends on it. The organisation is locked. */
export async function removeFromOrganisation(
  tx: Tx,
  deps: Pick<OrganisationDeps, "events">,
  { id }: { readonly id: string },
  userId: string,
): Promise<void> {
  await markMemberRemoved(tx, id, userId);
  await revokeInvitationsOf(tx, id, userId);
  await deleteScimUser(tx, id, userId);
  const areRecordsOrphaned = (await findMembersWithRecords(tx, id)).length === 0;
  await deps.events.emit(tx, "member_removed", { organisationId: id, userId, areRecordsOrphaned });
  await publishRightsChanged(tx, id, [userId]);
}
