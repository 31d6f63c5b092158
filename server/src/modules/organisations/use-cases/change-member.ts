import type { changeMember } from "@idanimo/contract/organisations/organisations";
import * as organisationTexts from "@idanimo/contract/organisations/texts";
import type { InputOf } from "@idanimo/contract/operation";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { notifyMembers, publishRightsChanged } from "../announce.ts";
import { changeOrganisation, type LockedOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import { revokeInvitationsOf } from "../invitation-store.ts";
import { isLastOwner } from "../last-owner.ts";
import { findMember, type MemberRow, setMemberRoles, setMemberState } from "../member-store.ts";
import { memberView } from "../member-view.ts";
import { announceRecordsGiven } from "../records-given.ts";
import { areRolesKnown, auditedRoles, canGive, canManage, describeRoles, isOwner, rightsOfRoles } from "../rules.ts";

type Change = {
  readonly roles?: readonly string[] | undefined;
  readonly state?: InputOf<typeof changeMember>["state"];
};

/** Changes the roles of a member, or suspends or reactivates them. */
export function saveMember(deps: OrganisationDeps): Handler<typeof changeMember> {
  return ({ userId, ...change }, caller) =>
    changeOrganisation(deps, caller, { right: "members:manage" }, async (tx, organisation) => {
      const target = await findMember(tx, organisation.id, userId);
      if (!target) return fail("not_found", {});
      const allowed = await checkChange(tx, organisation, target, change);
      if (!allowed.ok) return allowed;
      await applyChange(tx, deps, organisation, target, change);
      const saved = await findMember(tx, organisation.id, userId);
      if (!saved) return fail("not_found", {});
      const person = (await deps.people.find(tx, [userId])).get(userId);
      return ok({ member: memberView(saved, person, organisation.customRoles) });
    });
}

async function checkChange(
  tx: Tx,
  organisation: LockedOrganisation,
  target: MemberRow,
  { roles = target.roles, state = target.state === "suspended" ? "suspended" : "active" }: Change,
): Promise<Result<void, "bad_input" | "right_not_held" | "last_owner">> {
  const { actor, customRoles } = organisation;
  const added = roles.filter((role) => !target.roles.includes(role));
  if (!areRolesKnown(added, customRoles))
    return fail("bad_input", {}, { fields: { roles: organisationTexts.roleUnknown } });
  if (!canManage(actor, target) || !canGive(actor, rightsOfRoles(added, customRoles)))
    return fail("right_not_held", {});
  const staysOwner = isOwner({ roles }) && state === "active";
  if (!staysOwner && (await isLastOwner(tx, organisation.id, target))) return fail("last_owner", {});
  return ok(undefined);
}

async function applyChange(
  tx: Tx,
  deps: OrganisationDeps,
  organisation: LockedOrganisation,
  target: MemberRow,
  { roles, state }: Change,
): Promise<void> {
  const { id, name, customRoles, actor } = organisation;
  const userId = target.user_id;
  const before = rightsOfRoles(target.roles, customRoles);
  const after = roles ? rightsOfRoles(roles, customRoles) : before;
  const rolesChange = roles !== undefined && auditedRoles(roles) !== auditedRoles(target.roles);
  if (rolesChange) {
    await setMemberRoles(tx, id, userId, roles);
    await organisation.audit(tx, { action: "member_roles_changed", objectId: userId, reason: auditedRoles(roles) });
  }
  const stateChanges = state !== undefined && state !== target.state;
  if (stateChanges) {
    await setMemberState(tx, id, userId, state);
    const action = state === "suspended" ? "member_suspended" : "member_reactivated";
    await organisation.audit(tx, { action, objectId: userId });
  }
  if (!rolesChange && !stateChanges) return;
  // an invitation gives no more than its sender may give
  if (state === "suspended" || ![...before].every((right) => after.has(right)))
    await revokeInvitationsOf(tx, id, userId);
  if (userId !== actor.userId) {
    const facts = { organisation: name };
    await notifyMembers(
      tx,
      deps,
      [userId],
      stateChanges
        ? state === "suspended"
          ? { kind: "member_suspended", facts, link: null }
          : { kind: "member_reactivated", facts, link: null }
        : { kind: "role_changed", facts: { ...facts, roles: describeRoles(roles ?? [], customRoles) }, link: null },
    );
  }
  if (rolesChange) await announceRecordsGiven(tx, deps, organisation, [userId], { before, after });
  await publishRightsChanged(tx, id, [userId]);
}
