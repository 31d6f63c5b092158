import { openBoundedQueue } from "../kernel/bounded-queue.ts";

/**
 * Runs the work of a long document, queries included. A long document takes seconds of one core and stays in memory
 * until its last page, so one is drawn at a time and two may wait. [T-72]
 */
export const queueLongDocument = openBoundedQueue({ maxConcurrent: 1, maxQueued: 2 });
