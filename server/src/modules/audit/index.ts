export { type Alarms, openAlarms } from "./alarms.ts";
export { auditExportSection } from "./export-section.ts";
export { openCase } from "./cases.ts";
export { writeAudit, writeAudits } from "./store.ts";
export { auditJobs } from "./jobs.ts";
export { openInvariantMonitor } from "./invariant-monitor.ts";
