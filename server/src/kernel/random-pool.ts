import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(4096);
let usedBytes = pool.length;

/**
 * A few random bytes, drawn for many at once: drawing them costs a call of the system each time. To be used at once: others are drawn
 * into their place. Not for a key.
 * @param count 16 at most
 */
export function pooledRandomBytes(count: number): Buffer {
  if (usedBytes + count > pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  return pool.subarray(usedBytes, (usedBytes += count));
}
