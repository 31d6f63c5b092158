import { fail, ok, type Result } from "@idanimo/contract/problems";

/** Runs work when a slot is free, or rejects it at once if the queue is full. */
export type ConcurrencyLimiter = <Value>(work: () => Promise<Value>) => Promise<Result<Value, "unavailable">>;

/**
 * Limits concurrent costly work: more calls than cores only delay each other, and an unlimited queue makes every
 * caller wait during a flood. [T-07 T-57]
 * @param maxConcurrent how many calls run at once
 * @param maxQueued     how many calls may wait; the next one is rejected
 */
export function openConcurrencyLimiter({
  maxConcurrent: atOnce,
  maxQueued: queue,
}: {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}): ConcurrencyLimiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= queue) return fail("unavailable", {});
      await new Promise<void>((resume) => waiting.push(resume)); // the finished call passes its slot on, so `running` is unchanged
    } else running += 1;
    try {
      return ok(await work());
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
