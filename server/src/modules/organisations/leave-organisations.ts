import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import type { OrganisationDeps } from "./deps.ts";
import { isLastOwner } from "./last-owner.ts";
import { countMembers, findPresentOrganisationIds } from "./member-store.ts";
import { lockOrganisation } from "./organisation-store.ts";
import { removeFromOrganisation } from "./remove-from-organisation.ts";

/**
 * Locks the organisations of a user who closes their account, and decides whether they may leave: none may remain
 * without an owner. The organisation that is the account itself closes with it, if it has no other member.
 */
export async function checkLeavingOrganisations(
  tx: Tx,
  userId: string,
): Promise<Result<void, "organisation_has_members" | "only_owner">> {
  const organisations = [];
  for (const id of await findPresentOrganisationIds(tx, userId)) {
    const organisation = await lockOrganisation(tx, id);
    if (organisation) organisations.push(organisation);
  }
  for (const { id, name } of organisations) {
    const members = await countMembers(tx, id);
    if (id === userId && members > 1) return fail("organisation_has_members", { organisation: name });
    if (id !== userId && (await isLastOwner(tx, id, { user_id: userId })))
      return fail("only_owner", { organisation: name });
  }
  return ok(undefined);
}

/** Ends the memberships of a closed account in organisations that stay open. They are locked. */
export async function endMemberships(
  tx: Tx,
  deps: Pick<OrganisationDeps, "ids" | "events">,
  userId: string,
): Promise<void> {
  for (const id of await findPresentOrganisationIds(tx, userId)) {
    if (id === userId) continue;
    await removeFromOrganisation(tx, deps, { id }, userId);
    const entry = { actorKind: "user", actorId: userId, action: "member_left", objectId: userId } as const;
    await writeAudit(tx, deps.ids, { ...entry, organisationId: id });
  }
}
