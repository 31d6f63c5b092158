import { setTimeout as sleep } from "node:timers/promises";

/** SQLSTATEs of a moment: nothing was written, and the same may be written soon. Source: R-26. */
const transientCodes = /^(40001|40P01|53\d\d\d|55P03|57014)$/;
const noConnection = "timeout exceeded when trying to connect";

const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && transientCodes.test(String(error.code))) || error.message === noConnection);

/**
 * Writes down what cannot be had again, such as an answer that a source was paid for: once more, with growing pauses, while the database is too
 * busy for it.
 * @param write a transaction of its own, which leaves nothing behind when it fails
 * @param maxMs after so long its last failure is thrown
 */
export async function retryTransient<Value>(write: () => Promise<Value>, maxMs = 30_000): Promise<Value> {
  const until = performance.now() + maxMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || performance.now() + pauseMs > until) throw error;
    }
    await sleep(pauseMs * (0.5 + Math.random())); // those who met do not meet again
  }
}
