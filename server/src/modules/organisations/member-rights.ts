import { type Right, rightsOf } from "@idanimo/contract/organisations/rights";
import type { Tx } from "../../database/database.ts";
import { findMember } from "./member-store.ts";
import { findRoles } from "./role-store.ts";
import { rightsOfRoles } from "./rules.ts";

/** The rights of a user in an organisation; none without an active membership. */
export async function findMemberRights(tx: Tx, organisationId: string, userId: string): Promise<ReadonlySet<Right>> {
  const member = await findMember(tx, organisationId, userId);
  if (member?.state !== "active") return rightsOf([]);
  return rightsOfRoles(member.roles, await findRoles(tx, organisationId));
}
