import { fail, ok, type Result } from "@idanimo/contract/problems";
import pLimit from "p-limit";

/** Runs work when a slot is free, in the order of the calls; returns `unavailable` at once if the queue is full. */
export type BoundedQueue = <Value>(work: () => Promise<Value>) => Promise<Result<Value, "unavailable">>;

/**
 * Limits concurrent costly work: more calls than cores only delay each other, and an unlimited queue makes every
 * caller wait during a flood. [T-07 T-57 T-72]
 * @param maxConcurrent how many calls run at once
 * @param maxQueued     how many calls may wait; the next one is rejected
 */
export function openBoundedQueue({
  maxConcurrent,
  maxQueued,
}: {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}): BoundedQueue {
  const limit = pLimit(maxConcurrent);
  return async (work) => {
    const isFull = limit.activeCount >= maxConcurrent && limit.pendingCount >= maxQueued;
    return isFull ? fail("unavailable", {}) : ok(await limit(work));
  };
}
