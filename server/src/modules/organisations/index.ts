export type { OrganisationDeps, People, Person } from "./deps.ts";
export { findMemberRights } from "./member-rights.ts";
export { checkLeavingOrganisations, endMemberships } from "./leave-organisations.ts";
export { recordMemberActivity } from "./member-store.ts";
export { lockOrganisation } from "./organisation-store.ts";
export { setActiveCurrency } from "./owner-store.ts";
export { membershipSql, organisationsView, ownersView } from "./read-views.ts";
export { organisationRoutes } from "./routes.ts";
