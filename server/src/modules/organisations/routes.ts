import * as contract from "@idanimo/contract/organisations/organisations";
import * as singleSignOn from "@idanimo/contract/organisations/single-sign-on";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";
import type { OrganisationDeps } from "./deps.ts";
import { checkDomain, dropDomain, listDomains, storeDomain } from "./single-sign-on/domains.ts";
import { readConnection, saveConnection } from "./single-sign-on/connection.ts";
import { saveMember } from "./use-cases/change-member.ts";
import { endInvitation, sendInvitation } from "./use-cases/invite.ts";
import { join, showInvitation } from "./use-cases/join.ts";
import { listMembers } from "./use-cases/list-members.ts";
import { listOrganisations, openOrganisation } from "./use-cases/memberships.ts";
import { endMembership } from "./use-cases/remove-member.ts";
import { dropRole, listRoles, storeRole } from "./use-cases/roles.ts";
import { readSettings, saveSettings } from "./use-cases/settings.ts";

export function organisationRoutes(app: FastifyInstance, mount: Mount, deps: OrganisationDeps): void {
  mount(app, contract.organisationList, listOrganisations(deps));
  mount(app, contract.createOrganisation, openOrganisation(deps));
  mount(app, contract.readOrganisation, readSettings(deps));
  mount(app, contract.updateOrganisation, saveSettings(deps));
  mount(app, contract.organisationMembers, listMembers(deps));
  mount(app, contract.inviteMember, sendInvitation(deps));
  mount(app, contract.revokeInvitation, endInvitation(deps));
  mount(app, contract.openInvitation, showInvitation(deps));
  mount(app, contract.acceptInvitation, join(deps));
  mount(app, contract.changeMember, saveMember(deps));
  mount(app, contract.removeMember, endMembership(deps));
  mount(app, contract.organisationRoles, listRoles(deps));
  mount(app, contract.saveRole, storeRole(deps));
  mount(app, contract.removeRole, dropRole(deps));
  mount(app, singleSignOn.organisationDomains, listDomains(deps));
  mount(app, singleSignOn.addDomain, storeDomain(deps));
  mount(app, singleSignOn.checkDomain, checkDomain(deps));
  mount(app, singleSignOn.removeDomain, dropDomain(deps));
  mount(app, singleSignOn.readSso, readConnection(deps));
  mount(app, singleSignOn.saveSso, saveConnection(deps));
}
