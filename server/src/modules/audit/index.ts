export { writeAudit, type AuditEntry } from "./store.ts";
export { auditJobs } from "./jobs.ts";
