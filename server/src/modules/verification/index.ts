export { findDuePurges, findSealedRequestIds, oldestDuePurge, purge, purgeCounts } from "./purge-store.ts";
export { verificationRetentionRules } from "./retention-rules.ts";
export { findRecentAttempts, type HourlyStats, readHourlyStats } from "./attempt-store.ts";
export { bulkJobs } from "./bulk/jobs.ts";
export { bulkRoutes } from "./bulk/routes.ts";
export { findGuardianCase, guardianCaseKind, guardianResponseDays, guardianCaseNumber } from "./guardian-cases.ts";
export type { VerificationDeps } from "./deps.ts";
export { requestExportSections } from "./export-sections.ts";
export { expireRecordsOf } from "./member-removal.ts";
export { closeAccountRequests, scheduleRequestClosure, registerAccountClosedHandler } from "./account-closure.ts";
export { registerConsentHandlers } from "./consent-events.ts";
export { historyCsvRoutes } from "./history/csv-routes.ts";
export { verificationJobs } from "./jobs.ts";
export { createLookupPlans } from "./lookups/index.ts";
export { liveFaceRoutes } from "./live-face/routes.ts";
export { RetryLater } from "./retry-later.ts";
export { reportRoutes, verifyRoutes } from "./reports/routes.ts";
export { verificationRoutes } from "./routes.ts";
export {
  assessHealth,
  createProviderHealthMonitor,
  maxAttemptsRead,
  type OfferedSource,
  offeredSources,
  providersOf,
} from "./provider-health.ts";
export { requireOpenSourcesOfSession } from "./closed-sources.ts";
export { findSourceSwitches, insertSourceSwitch, lockSource } from "./source-switches.ts";
export { canSeeRequest, findRequesterId } from "./store.ts";
export { noSubjectLimits, subjectLimits } from "./subject-limits.ts";
export { orderStakeholders } from "./stakeholders/order.ts";
export { requestsView } from "./read-views.ts";
export { approvalMailJobs, onApprovalExpired } from "./approvals/jobs.ts";
export { cancelApprovalsOfMember } from "./approvals/cancel-approvals-of-member.ts";
export { requestPurchaseApproval } from "./approvals/request-approval.ts";
export { findLookupsForOperator } from "./operator-queries.ts";
