export { breachJobs } from "./breach-jobs.ts";
export { parseLagosTimestamp } from "./rules.ts";
export type { RunOperation } from "./command.ts";
export { commands, findHelp, runCommand } from "./commands.ts";
