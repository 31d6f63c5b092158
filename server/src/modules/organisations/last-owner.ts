import type { Tx } from "../../database/database.ts";
import { findActiveMembersWithRole, type MemberRow } from "./member-store.ts";

/** Whether a member is the only active owner. The organisation is locked, so that two owners cannot leave at once. */
export async function isLastOwner(
  tx: Tx,
  organisationId: string,
  member: Pick<MemberRow, "user_id">,
): Promise<boolean> {
  const owners = await findActiveMembersWithRole(tx, organisationId, "owner");
  return owners.length === 1 && owners[0] === member.user_id;
}
