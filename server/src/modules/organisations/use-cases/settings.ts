import { brand } from "@idanimo/contract/brand";
import type {
  OrganisationSettings,
  readOrganisation,
  updateOrganisation,
} from "@idanimo/contract/organisations/organisations";
import * as organisationTexts from "@idanimo/contract/organisations/texts";
import type { InputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { rightMissing } from "../../../http/authorise.ts";
import type { Handler } from "../../../http/call.ts";
import { publishRightsChanged } from "../announce.ts";
import { changeOrganisation, type LockedOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import { findActiveMemberIds } from "../member-store.ts";
import { findOrganisation, type OrganisationRow, updateOrganisationColumns } from "../organisation-store.ts";
import { areRolesKnown, canGive, rightsOfRoles } from "../rules.ts";

type Changes = InputOf<typeof updateOrganisation>;

const settingsView = (row: OrganisationRow): OrganisationSettings => ({
  id: row.id,
  name: row.name,
  rcNumber: row.rc_number,
  officeAddress: row.office_address,
  verified: row.verified_at !== null,
  liveEnabled: row.live_enabled,
  mfaRequired: row.mfa_required,
  idleDays: row.idle_days,
  defaultRole: row.default_role,
  createdAt: row.created_at.toISOString(),
});

export function readSettings({ db }: Pick<OrganisationDeps, "db">): Handler<typeof readOrganisation> {
  return async (_input, { ownerId }) => {
    const row = await findOrganisation(db.single, ownerId);
    return row ? ok(settingsView(row)) : fail("not_found", {});
  };
}

/** Saves all changes or none. The rules of security need the right to single sign-on. */
export function saveSettings(deps: OrganisationDeps): Handler<typeof updateOrganisation> {
  return (input, caller) =>
    changeOrganisation(deps, caller, { right: "members:manage" }, async (tx, organisation) => {
      const { actor, customRoles } = organisation;
      const changesSecurity = input.mfaRequired !== undefined || input.idleDays !== undefined;
      if (changesSecurity && !actor.rights.has("sso:manage")) return rightMissing("sso:manage");
      if (input.defaultRole !== undefined) {
        const roles = [input.defaultRole];
        if (input.defaultRole === "owner")
          return fail("bad_input", {}, { fields: { defaultRole: organisationTexts.defaultRoleNotOwner } });
        if (!areRolesKnown(roles, customRoles))
          return fail("bad_input", {}, { fields: { defaultRole: organisationTexts.roleUnknown } });
        if (!canGive(actor, rightsOfRoles(roles, customRoles)))
          return fail("bad_input", {}, { fields: { defaultRole: organisationTexts.rightNotHeld } });
      }
      const changed = await applyChanges(tx, deps, organisation, input);
      if (changed.length > 0)
        await organisation.audit(tx, {
          action: "organisation_changed",
          objectId: organisation.id,
          reason: changed.join(" "),
        });
      if (input.mfaRequired === true && !organisation.mfa_required)
        await publishRightsChanged(tx, organisation.id, await findActiveMemberIds(tx, organisation.id));
      const saved = await findOrganisation(tx, organisation.id);
      return saved ? ok(settingsView(saved)) : fail("not_found", {});
    });
}

/** @returns the names of the settings that changed, with the version of accepted terms */
async function applyChanges(
  tx: Tx,
  deps: Pick<OrganisationDeps, "people">,
  organisation: LockedOrganisation,
  { name, rcNumber, officeAddress, acceptTerms, mfaRequired, idleDays, defaultRole }: Changes,
): Promise<readonly string[]> {
  const { id } = organisation;
  const details = {
    ...(name !== undefined && name !== organisation.name && { name }),
    ...(rcNumber !== undefined && rcNumber !== organisation.rc_number && { rcNumber }),
    ...(officeAddress !== undefined && officeAddress !== organisation.office_address && { officeAddress }),
  };
  // the account of the same id stores these, and the organisation's row follows it
  const isAccount = Object.keys(details).length > 0 && (await deps.people.changeBusiness(tx, id, details));
  const becomesLive =
    acceptTerms === true &&
    !organisation.live_enabled &&
    (rcNumber ?? organisation.rc_number) !== null &&
    (officeAddress ?? organisation.office_address) !== null;
  await updateOrganisationColumns(tx, id, {
    ...(!isAccount && {
      ...(details.name !== undefined && { name: details.name }),
      ...(details.rcNumber !== undefined && { rc_number: details.rcNumber }),
      ...(details.officeAddress !== undefined && { office_address: details.officeAddress }),
      // the register confirmed another number and name
      ...((details.name !== undefined || details.rcNumber !== undefined) && { verified_at: null }),
    }),
    ...(becomesLive && { live_enabled: true }),
    ...(mfaRequired !== undefined && { mfa_required: mfaRequired }),
    ...(idleDays !== undefined && { idle_days: idleDays }),
    ...(defaultRole !== undefined && { default_role: defaultRole }),
  });
  return [
    ...Object.keys(details),
    ...(becomesLive ? [`terms:${brand.policyVersion.number}`] : []),
    ...(mfaRequired !== undefined && mfaRequired !== organisation.mfa_required ? ["mfaRequired"] : []),
    ...(idleDays !== undefined && idleDays !== organisation.idle_days ? ["idleDays"] : []),
    ...(defaultRole !== undefined && defaultRole !== organisation.default_role ? ["defaultRole"] : []),
  ];
}
