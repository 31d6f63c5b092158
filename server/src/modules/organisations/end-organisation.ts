import * as texts from "@idanimo/contract/organisations/texts";
import type { Tx } from "../../database/database.ts";
import { notifyMembers, publishRightsChanged } from "./announce.ts";
import type { OrganisationDeps } from "./deps.ts";
import { revokeInvitations } from "./invitation-store.ts";
import { findActiveMemberIds } from "./member-store.ts";
import { closeOrganisationRow, type OrganisationRow } from "./organisation-store.ts";
import { endConnection } from "./single-sign-on/connection-store.ts";
import { deleteDomains } from "./single-sign-on/domain-store.ts";
import { deleteCaps } from "./spending/cap-store.ts";
import { deleteApprovalRules } from "./spending/rule-store.ts";

/** Ends a locked organisation with its invitations, rules and domains, and tells its members. [TM-16] */
export async function endOrganisation(
  tx: Tx,
  deps: Pick<OrganisationDeps, "ids" | "people">,
  { id, name }: Pick<OrganisationRow, "id" | "name">,
): Promise<void> {
  const members = await findActiveMemberIds(tx, id);
  await notifyMembers(tx, deps, members, { kind: "organisation_closed", facts: { organisation: name }, link: null });
  await revokeInvitations(tx, id);
  await deleteCaps(tx, id);
  await deleteApprovalRules(tx, id);
  await deleteDomains(tx, id);
  await endConnection(tx, id);
  await deps.people.forgetBusiness(tx, id);
  await closeOrganisationRow(tx, id, texts.closedOrganisation);
  await publishRightsChanged(tx, id, members);
}
