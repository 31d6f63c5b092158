export { organisationAuditRoutes } from "./audit-routes.ts";
export type { OrganisationDeps, People } from "./deps.ts";
export { suspendIdleMembers } from "./idle-members.ts";
export { findMemberRights } from "./member-rights.ts";
export { changeOrganisation, type LockedOrganisation } from "./change-organisation.ts";
export { checkIsLive, findMissingFacts } from "./may-make-checks.ts";
export { endOrganisation } from "./end-organisation.ts";
export { notifyMembers, notifyOwners } from "./announce.ts";
export { checkLeavingOrganisations, endMemberships } from "./leave-organisations.ts";
export { findActiveMembersWithRole, hasColleagues, recordMemberActivity } from "./member-store.ts";
export { findOrganisation, isOrganisationClosed, lockOrganisation } from "./organisation-store.ts";
export { findDomainOwner } from "./single-sign-on/domain-store.ts";
export { type DomainSignOn, findSignOnOfDomain } from "./single-sign-on/connection-store.ts";
export { openConnection, ssoReturnUrl } from "./single-sign-on/connection.ts";
export { admitBySso, announceExemptSignIn } from "./single-sign-on/admit-member.ts";
export { saveOrganisationCopy } from "./organisation-copies.ts";
export { setActiveCurrency } from "./owner-store.ts";
export { membershipSql, organisationsView, ownersView } from "./read-views.ts";
export { organisationRetentionRules } from "./retention-rules.ts";
export { organisationRoutes } from "./routes.ts";
export { announceEndingScimTokens } from "./scim/ending-tokens.ts";
export { scimExportSections } from "./scim/export-section.ts";
export { scimRoutes } from "./scim/routes.ts";
export { spendingRoutes } from "./spending/routes.ts";
export { remainingCapsFor } from "./spending/remaining-caps.ts";
export { isApprovalNeeded } from "./spending/approval-rules.ts";
export {
  countMembersByRole,
  countMembersByState,
  findOrganisationForOperator,
  findOrganisationIdByName,
  findOwnersOfOrganisation,
  type OperatorOrganisation,
} from "./operator-queries.ts";
export { findMembersWithRight, findRightsOfMembers } from "./spending/rule-store.ts";
