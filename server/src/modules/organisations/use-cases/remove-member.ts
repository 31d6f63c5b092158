import type { removeMember } from "@idanimo/contract/organisations/organisations";
import { fail, ok } from "@idanimo/contract/problems";
import { rightMissing } from "../../../http/authorise.ts";
import type { Handler } from "../../../http/call.ts";
import { notifyMembers, notifyOwners } from "../announce.ts";
import { changeOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import { isLastOwner } from "../last-owner.ts";
import { findMember } from "../member-store.ts";
import { removeFromOrganisation } from "../remove-from-organisation.ts";
import { canManage } from "../rules.ts";

/**
 * Removes a member, or lets the caller leave. Requests under way continue for the organisation. Records that only
 * the member could open are deleted unless someone has the right to open them. [TM-09]
 */
export function endMembership(deps: OrganisationDeps): Handler<typeof removeMember> {
  return ({ userId }, caller) =>
    changeOrganisation(deps, caller, { right: null }, async (tx, organisation) => {
      const { actor } = organisation;
      const leaves = userId === actor.userId;
      if (!leaves && !actor.rights.has("members:manage")) return rightMissing("members:manage");
      const target = await findMember(tx, organisation.id, userId);
      if (!target) return fail("not_found", {});
      if (!canManage(actor, target)) return fail("right_not_held", {});
      if (await isLastOwner(tx, organisation.id, target)) return fail("last_owner", {});
      await removeFromOrganisation(tx, deps, organisation, userId);
      await organisation.audit(tx, { action: leaves ? "member_left" : "member_removed", objectId: userId });
      const person = (await deps.people.find(tx, [userId])).get(userId);
      const facts = { who: person?.name ?? "A member", organisation: organisation.name };
      await notifyOwners(
        tx,
        deps,
        { organisationId: organisation.id, except: actor.userId },
        { kind: "member_removed", facts, link: "/organisation/members" },
      );
      if (!leaves)
        await notifyMembers(tx, deps, [userId], {
          kind: "membership_ended",
          facts: { organisation: organisation.name },
          link: null,
        });
      return ok({ result: "success" as const });
    });
}
