export { retentionJobs } from "./jobs.ts";
export { transparencyJobs, transparencyRoutes } from "./transparency.ts";
export {
  findOverdueWork,
  overdueThresholdSeconds,
  createOverdueMonitor,
  type OverdueMonitor,
} from "./overdue-monitor.ts";
export { readOverdueSeconds, overdueWorkLabels, overdueWorkNames } from "./overdue-store.ts";
export { detachMonthPartitions, partitionJobs, listPartitions } from "./partitions/partitions.ts";
export { totalLosses } from "./restore/losses.ts";
export { finishRestore } from "./restore/finish-restore.ts";
