import { membersMax, openInvitationsMax } from "@idanimo/contract/organisations/limits";
import type { inviteMember, revokeInvitation } from "@idanimo/contract/organisations/organisations";
import * as organisationTexts from "@idanimo/contract/organisations/texts";
import type { InputOf, OutputOf } from "@idanimo/contract/operation";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { invitationMessage, queueMessage } from "../../notifications/index.ts";
import { notifyOwners } from "../announce.ts";
import { changeOrganisation, type LockedOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import { findOpenInvitations, insertInvitation, revokeInvitationRow } from "../invitation-store.ts";
import { countMembers, findMember } from "../member-store.ts";
import { areRolesKnown, auditedRoles, canGive, describeRoles, rightsOfRoles } from "../rules.ts";

/**
 * Emails an invitation. What the caller sees does not depend on whether the address has an account. [TM-01]
 */
export function sendInvitation(deps: OrganisationDeps): Handler<typeof inviteMember> {
  return async (input, caller) => {
    const inLimit = await deps.limits.consume("invitation_organisation", caller.ownerId);
    if (!inLimit.ok) return inLimit;
    const key = await deps.keys.find(caller.ownerId);
    if (!key) return fail("not_found", {});
    const sent = await changeOrganisation(deps, caller, { right: "members:manage" }, (tx, organisation) =>
      invite(tx, deps, organisation, key, input),
    );
    if (!sent.ok) await deps.limits.refund("invitation_organisation", caller.ownerId);
    return sent;
  };
}

async function invite(
  tx: Tx,
  deps: OrganisationDeps,
  organisation: LockedOrganisation,
  key: Buffer,
  { email, roles }: InputOf<typeof inviteMember>,
): Promise<
  Result<
    OutputOf<typeof inviteMember>,
    "bad_input" | "right_not_held" | "already_member" | "already_invited" | "organisation_full"
  >
> {
  const { actor, customRoles, id: organisationId } = organisation;
  if (!areRolesKnown(roles, customRoles))
    return fail("bad_input", {}, { fields: { roles: organisationTexts.roleUnknown } });
  if (!canGive(actor, rightsOfRoles(roles, customRoles))) return fail("right_not_held", {});
  const to = email.toLowerCase();
  const userId = await deps.people.findIdByEmail(tx, to);
  if (userId !== undefined && (await findMember(tx, organisationId, userId))) return fail("already_member", {});
  const open = await findOpenInvitations(tx, organisationId);
  if (open.some((one) => one.email === to)) return fail("already_invited", {});
  if (open.length >= openInvitationsMax)
    return fail("organisation_full", { most: String(openInvitationsMax), what: "open invitations" });
  if ((await countMembers(tx, organisationId)) >= membersMax)
    return fail("organisation_full", { most: String(membersMax), what: "members" });

  const [id, token] = [deps.ids.publicId(), deps.ids.token()];
  const expiresAt = await insertInvitation(tx, {
    id,
    organisation_id: organisationId,
    email: to,
    roles,
    token_hash: tokenHash(token),
    invited_by: actor.userId,
  });
  const inviter = (await deps.people.find(tx, [actor.userId])).get(actor.userId)?.name ?? "A colleague";
  const given = describeRoles(roles, customRoles);
  const message = invitationMessage({
    organisation: organisation.name,
    inviter,
    roles: given,
    link: `${deps.publicUrl}/join/${token}`,
  });
  const sealedBy = { keyId: organisationId, key, requestId: null };
  await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "invitation", to, ...message }, deps.ids);
  await organisation.audit(tx, { action: "member_invited", objectId: id, reason: auditedRoles(roles) });
  await notifyOwners(
    tx,
    deps,
    { organisationId, except: actor.userId },
    {
      kind: "member_invited",
      facts: { by: inviter, organisation: organisation.name, roles: given },
      link: "/organisation/members",
    },
  );
  return ok({ id, expiresAt: expiresAt.toISOString() });
}

export function endInvitation(deps: OrganisationDeps): Handler<typeof revokeInvitation> {
  return ({ id }, caller) =>
    changeOrganisation(deps, caller, { right: "members:manage" }, async (tx, organisation) => {
      if (!(await revokeInvitationRow(tx, organisation.id, id))) return fail("not_found", {});
      await organisation.audit(tx, { action: "invitation_revoked", objectId: id });
      return ok({ result: "success" as const });
    });
}
