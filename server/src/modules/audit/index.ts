export {
  type Breach,
  decideBreachCommission,
  deleteBreachRequests,
  findBreach,
  findBreachPage,
  findBreachRequestPage,
  findBreachTypes,
  insertBreach,
  insertBreachRequests,
  lockBreach,
  recordBreachCounts,
  recordBreachNotice,
  summariseBreaches,
} from "./breaches.ts";
export { auditRetentionRules } from "./retention-rules.ts";
export { type Alarms, openAlarms } from "./alarms.ts";
export { auditExportSection } from "./export-section.ts";
export { findCaseHistory, insertCaseNote } from "./case-notes.ts";
export {
  assignCase,
  type CaseWork,
  findCaseByEnd,
  findCasePage,
  findCaseWork,
  summariseOpenCases,
} from "./case-work.ts";
export { type Case, closeCase, findCase, findCaseAbout, findOpenCaseAbout, findOpenCases, openCase } from "./cases.ts";
export { findBrokenInvariants } from "./invariants.ts";
export { findSealAt, isSealDetached, verifyAuditChain } from "./seals.ts";
export { type AuditEntry, auditReasonMaxLength, findAuditEntries, writeAudit, writeAudits } from "./store.ts";
export { auditJobs } from "./jobs.ts";
export { openInvariantMonitor } from "./invariant-monitor.ts";
export {
  auditLogView,
  casesView,
  findActionTimes,
  findMassReaders,
  findNewestHead,
  findSealedEntry,
  hasAuditEntry,
  hasRecentEntryOf,
  oldestUnsealedRow,
  type RequestActivity,
  requestActivity,
  requestHistory,
} from "./read-views.ts";
export { findAuditPage, findNewestSeal } from "./operator-queries.ts";
export { findOrganisationAudit, type OrganisationAuditFilter } from "./organisation-queries.ts";
export { endFailedJob, findFailedJobs, findJobDepths } from "./queue-queries.ts";
