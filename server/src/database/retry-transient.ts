import { setTimeout as sleep } from "node:timers/promises";

/** SQLSTATEs of transient failures: nothing was written, and a retry may succeed. */
const transientCodes = /^(40001|40P01|53\d\d\d|55P03|57014)$/;
const noConnection = "timeout exceeded when trying to connect";

const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && transientCodes.test(String(error.code))) || error.message === noConnection);

/**
 * Retries a write that must not be lost, such as a paid response of a source, with growing pauses while the
 * database is too busy.
 * @param write a transaction of its own, which leaves nothing behind when it fails
 * @param maxMs throws the last error after this time
 */
export async function retryTransient<Value>(write: () => Promise<Value>, maxMs = 30_000): Promise<Value> {
  const until = performance.now() + maxMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || performance.now() + pauseMs > until) throw error;
    }
    await sleep(pauseMs * (0.5 + Math.random())); // jitter, so that conflicting writers do not conflict again
  }
}
