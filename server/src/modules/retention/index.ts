export { retentionJobs, type RetentionDeps } from "./jobs.ts";
