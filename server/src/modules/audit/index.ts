export { type Alarms, openAlarms } from "./alarms.ts";
export { auditPart } from "./export-parts.ts";
export { openCase } from "./cases.ts";
export { writeAudit, writeAudits } from "./store.ts";
export { auditJobs } from "./jobs.ts";
export { openLaws } from "./laws.ts";
