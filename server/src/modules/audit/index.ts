export { writeAudit, writeAudits } from "./store.ts";
export { auditJobs } from "./jobs.ts";
