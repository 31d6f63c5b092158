export { breachJobs } from "./breach-jobs.ts";
export { parseLagosTimestamp } from "./rules.ts";
export { findHelp, runCommand } from "./commands.ts";
