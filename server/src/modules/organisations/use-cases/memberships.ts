import type { createOrganisation, organisationList } from "@idanimo/contract/organisations/organisations";
import { ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import type { OrganisationDeps } from "../deps.ts";
import { insertMember } from "../member-store.ts";
import { findMemberships, insertOrganisation } from "../organisation-store.ts";
import { findRolesOfAll } from "../role-store.ts";
import { roleLabels } from "../rules.ts";

/** The organisations of which the caller is an active member. */
export function listOrganisations({ db }: Pick<OrganisationDeps, "db">): Handler<typeof organisationList> {
  return async (_input, { userId }) => {
    const rows = await findMemberships(db.single, userId);
    const custom = await findRolesOfAll(
      db.single,
      rows.map(({ id }) => id),
    );
    return ok({
      organisations: rows.map(({ id, name, verified_at: verifiedAt, roles }) => ({
        organisationId: id,
        name,
        verified: verifiedAt !== null,
        roles: roleLabels(roles, custom),
      })),
    });
  };
}

/** Creates an organisation with its key, two empty wallets and its first owner. */
export function openOrganisation(deps: OrganisationDeps): Handler<typeof createOrganisation> {
  return async ({ name }, { userId }) => {
    const inLimit = await deps.limits.consume("organisation_account", userId);
    if (!inLimit.ok) return inLimit;
    const id = deps.ids.publicId();
    await deps.keys.create(id);
    await deps.db.transaction("system", async (tx) => {
      await insertOrganisation(tx, id, name);
      await insertMember(tx, { organisationId: id, userId, roles: ["owner"], invitedBy: null });
      await deps.openWallets(tx, id, [deps.ids.rowId(), deps.ids.rowId()]);
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: userId,
        action: "organisation_created",
        objectId: id,
        organisationId: id,
      });
    });
    return ok({ organisation: { organisationId: id, name, verified: false, roles: roleLabels(["owner"], []) } });
  };
}
