export { setActiveCurrency } from "./owner-store.ts";
export { membershipSql, organisationsView, ownersView } from "./read-views.ts";
export { spendingRoutes } from "./spending/routes.ts";
export { remainingCapsFor } from "./spending/remaining-caps.ts";
export { isApprovalNeeded } from "./spending/approval-rules.ts";
export { findMembersWithRight } from "./spending/rule-store.ts";
