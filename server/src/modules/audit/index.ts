export { writeAudit } from "./store.ts";
export { auditJobs } from "./jobs.ts";
