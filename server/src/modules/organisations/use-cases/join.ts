import { membersMax } from "@idanimo/contract/organisations/limits";
import type { acceptInvitation, openInvitation } from "@idanimo/contract/organisations/organisations";
import { rightsOf } from "@idanimo/contract/organisations/rights";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { addMember } from "../add-member.ts";
import type { OrganisationDeps } from "../deps.ts";
import { consumeInvitation, findInvitationByToken } from "../invitation-store.ts";
import { announceRecordsGiven } from "../records-given.ts";
import { countMembers } from "../member-store.ts";
import { findOrganisation, lockOrganisation } from "../organisation-store.ts";
import { findRoles } from "../role-store.ts";
import { maskEmailAddress, rightsOfRoles, roleLabels } from "../rules.ts";

/** What an invitation is about, for anyone with its link. */
export function showInvitation(deps: OrganisationDeps): Handler<typeof openInvitation> {
  return async ({ token }, _caller, context) => {
    const inLimit = await deps.limits.consume("invitation_address", context.ip);
    if (!inLimit.ok) return inLimit;
    const { db, people } = deps;
    const invitation = await findInvitationByToken(db.single, tokenHash(token));
    const organisation = invitation && (await findOrganisation(db.single, invitation.organisation_id));
    if (!organisation) return fail("invitation_ended", {});
    const inviter = (await people.find(db.single, [invitation.invited_by])).get(invitation.invited_by);
    return ok({
      organisationName: organisation.name,
      invitedBy: inviter?.name ?? "A colleague",
      email: maskEmailAddress(invitation.email),
      roles: roleLabels(invitation.roles, await findRoles(db.single, organisation.id)),
      expiresAt: invitation.expires_at.toISOString(),
    });
  };
}

/**
 * Makes the caller a member, once, if their account has the invited address. Whether an invitation for another
 * address is open is not disclosed to anyone else. [TM-01]
 */
export function join(deps: OrganisationDeps): Handler<typeof acceptInvitation> {
  return ({ token }, { userId }) =>
    deps.db.transaction("system", async (tx) => {
      const invitation = await findInvitationByToken(tx, tokenHash(token));
      const organisation = invitation && (await lockOrganisation(tx, invitation.organisation_id));
      if (!organisation) return fail("invitation_ended", {});
      const person = (await deps.people.find(tx, [userId])).get(userId);
      if (person?.email !== invitation.email) return fail("wrong_email", {});
      if ((await countMembers(tx, organisation.id)) >= membersMax)
        return fail("organisation_full", { most: String(membersMax), what: "members" });
      if (!(await consumeInvitation(tx, invitation.id))) return fail("invitation_ended", {});

      const { roles, invited_by: invitedBy } = invitation;
      const customRoles = await findRoles(tx, organisation.id);
      await addMember(tx, deps, { ...organisation, customRoles }, { userId, name: person.name, roles, invitedBy });
      await announceRecordsGiven(tx, deps, organisation, [userId], {
        before: rightsOf([]),
        after: rightsOfRoles(roles, customRoles),
      });
      return ok({ organisationId: organisation.id });
    });
}
