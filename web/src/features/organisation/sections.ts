import { organisationAudit } from "@idanimo/contract/organisations/audit";
import { organisationApprovals } from "@idanimo/contract/organisations/approvals";
import {
  organisationMembers,
  organisationRoles,
  readOrganisation,
} from "@idanimo/contract/organisations/organisations";
import { organisationCaps } from "@idanimo/contract/organisations/spending";
import type { RequiredRight } from "@idanimo/contract/operation";

/** A screen of the organisation, with the right that its data needs. */
export type Section = { readonly title: string; readonly address: string; readonly right: RequiredRight };

export const sections = {
  members: { title: "Members", address: "/organisation/members", right: organisationMembers.right },
  roles: { title: "Roles", address: "/organisation/roles", right: organisationRoles.right },
  rules: { title: "Rules", address: "/organisation/rules", right: organisationCaps.right },
  approvals: { title: "Approvals", address: "/organisation/approvals", right: organisationApprovals.right },
  security: { title: "Security", address: "/organisation/security", right: readOrganisation.right },
  audit: { title: "Activity", address: "/organisation/audit", right: organisationAudit.right },
  settings: { title: "Settings", address: "/organisation/settings", right: readOrganisation.right },
} as const satisfies Record<string, Section>;
