export { retentionJobs } from "./jobs.ts";
export { transparencyJobs, transparencyRoutes } from "./transparency.ts";
export { lateOnes, lateSeconds, openWatch, type Watch } from "./watch.ts";
export { readOverdue, watched, watchedNames } from "./watch-store.ts";
export { detachMonth, monthJobs, monthParts } from "./months/months.ts";
export { sumOf } from "./restored/going.ts";
export { afterRestore } from "./restored/restored.ts";
