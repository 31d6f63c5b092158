import { customRolesMax } from "@idanimo/contract/organisations/limits";
import type { organisationRoles, removeRole, saveRole } from "@idanimo/contract/organisations/organisations";
import { builtInRoles, ownerOnlyRights, roleRights, roleTexts } from "@idanimo/contract/organisations/rights";
import * as organisationTexts from "@idanimo/contract/organisations/texts";
import type { InputOf } from "@idanimo/contract/operation";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { publishRightsChanged } from "../announce.ts";
import { changeOrganisation, type LockedOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import { findActiveMembersWithRole } from "../member-store.ts";
import { announceRecordsGiven } from "../records-given.ts";
import { deleteRole, findRoles, isRoleInUse, upsertRole } from "../role-store.ts";
import { canGive, type CustomRole, rightsOfRoles } from "../rules.ts";

const builtIn = builtInRoles.map((id) => ({
  id,
  name: roleTexts[id].name,
  rights: [...roleRights[id]],
  builtIn: true,
}));

const customView = (role: CustomRole) => ({
  id: role.id,
  name: role.name,
  rights: [...rightsOfRoles([role.id], [role])],
  builtIn: false,
});

export function listRoles({ db }: Pick<OrganisationDeps, "db">): Handler<typeof organisationRoles> {
  return async (_input, { ownerId }) => {
    const custom = await findRoles(db.single, ownerId);
    return ok({ roles: [...builtIn, ...custom.map(customView)] });
  };
}

/** Creates a custom role, or replaces one. Its members' rights change at once. */
export function storeRole(deps: OrganisationDeps): Handler<typeof saveRole> {
  return (input, caller) =>
    changeOrganisation(deps, caller, { right: "roles:manage" }, async (tx, organisation) => {
      const { customRoles, id: organisationId } = organisation;
      const earlier = customRoles.find(({ id }) => id === input.id);
      if (input.id !== undefined && !earlier) return fail("not_found", {});
      const allowed = checkRole(organisation, input, earlier);
      if (!allowed.ok) return allowed;
      const role = {
        id: earlier?.id ?? deps.ids.publicId(),
        name: input.name,
        rights: [...new Set(input.rights)],
      };
      await upsertRole(tx, organisationId, role);
      await organisation.audit(tx, {
        action: earlier ? "role_changed" : "role_created",
        objectId: role.id,
        reason: role.rights.join(" ").slice(0, 200),
      });
      const holders = await findActiveMembersWithRole(tx, organisationId, role.id);
      await announceRecordsGiven(tx, deps, organisation, holders, {
        before: rightsOfRoles([role.id], customRoles),
        after: rightsOfRoles([role.id], [role]),
      });
      await publishRightsChanged(tx, organisationId, holders);
      return ok({ role: customView(role) });
    });
}

function checkRole(
  { actor, customRoles }: Pick<LockedOrganisation, "actor" | "customRoles">,
  { id, name, rights }: InputOf<typeof saveRole>,
  earlier: CustomRole | undefined,
): Result<void, "bad_input" | "right_not_held" | "organisation_full"> {
  if (rights.some((right) => ownerOnlyRights.includes(right)))
    return fail("bad_input", {}, { fields: { rights: organisationTexts.rightOwnersOnly } });
  const isNameTaken = [...builtIn, ...customRoles].some(
    (role) => role.id !== id && role.name.toLowerCase() === name.toLowerCase(),
  );
  if (isNameTaken) return fail("bad_input", {}, { fields: { name: organisationTexts.roleNameTaken } });
  // what the role contained before was given by someone who had it
  const added = rights.filter((right) => earlier?.rights.includes(right) !== true);
  if (!canGive(actor, added)) return fail("right_not_held", {});
  if (!earlier && customRoles.length >= customRolesMax)
    return fail("organisation_full", { most: String(customRolesMax), what: "custom roles" });
  return ok(undefined);
}

export function dropRole(deps: OrganisationDeps): Handler<typeof removeRole> {
  return ({ id }, caller) =>
    changeOrganisation(deps, caller, { right: "roles:manage" }, async (tx, organisation) => {
      if (!organisation.customRoles.some((role) => role.id === id)) return fail("not_found", {});
      if (await isRoleInUse(tx, organisation.id, id)) return fail("role_in_use", {});
      await deleteRole(tx, organisation.id, id);
      await organisation.audit(tx, { action: "role_removed", objectId: id });
      return ok({ result: "success" as const });
    });
}
