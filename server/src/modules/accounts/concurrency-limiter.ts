import { fail, ok, type Result } from "@idanimo/contract/problems";

/** Does work when its turn comes, or refuses it at once. */
export type ConcurrencyLimiter = <Value>(work: () => Promise<Value>) => Promise<Result<Value, "unavailable">>;

/**
 * So much costly work at once and no more: more at once than cores only makes all of it late, and a queue without an end makes
 * every caller wait for a flood. Source: T-07, T-57.
 * @param atOnce how many run together
 * @param queue  how many may wait for a turn; the next one is refused
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
      await new Promise<void>((resume) => waiting.push(resume)); // whoever ends hands its place on, so `running` stays
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
