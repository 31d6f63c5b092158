import type { mapScimGroup, ScimGroup, scimGroups } from "@idanimo/contract/organisations/scim";
import * as organisationTexts from "@idanimo/contract/organisations/texts";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { changeOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import { areRolesKnown } from "../rules.ts";
import { applyGroupRoles } from "./group-roles.ts";
import { findScimGroup, findScimGroups, type ScimGroupRow, setScimGroupRole } from "./group-store.ts";

const groupView = ({ scim_id: id, name, members, role }: ScimGroupRow): ScimGroup => ({
  id,
  name,
  members: members.length,
  role,
});

export function listScimGroups({ db }: Pick<OrganisationDeps, "db">): Handler<typeof scimGroups> {
  return async (_input, { ownerId }) => ok({ groups: (await findScimGroups(db.single, ownerId)).map(groupView) });
}

/** Sets the role of a group, and gives it to its members, or takes it from them, at once. [TM-12] */
export function saveScimGroupRole(deps: OrganisationDeps): Handler<typeof mapScimGroup> {
  return ({ id, role }, caller) =>
    changeOrganisation(deps, caller, { right: "sso:manage" }, async (tx, organisation) => {
      const group = await findScimGroup(tx, organisation.id, id);
      if (!group) return fail("not_found", {});
      if (role === "owner") return fail("bad_input", {}, { fields: { role: organisationTexts.scimRoleOwner } });
      if (role !== null && !areRolesKnown([role], organisation.customRoles))
        return fail("bad_input", {}, { fields: { role: organisationTexts.roleUnknown } });
      if (role !== group.role) {
        await setScimGroupRole(tx, id, role);
        await organisation.audit(tx, { action: "scim_group_mapped", objectId: id, reason: role ?? "no role" });
        await applyGroupRoles(tx, deps, organisation, group.members);
      }
      return ok({ group: groupView({ ...group, role }) });
    });
}
