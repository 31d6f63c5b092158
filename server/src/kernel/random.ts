import { randomFillSync } from "node:crypto";

const drawn = Buffer.alloc(4096);
let taken = drawn.length;

/**
 * A few random bytes, drawn for many at once: drawing them costs a call of the system each time. To be used at once: others are drawn
 * into their place. Not for a key.
 * @param count 16 at most
 */
export function fewBytes(count: number): Buffer {
  if (taken + count > drawn.length) {
    randomFillSync(drawn);
    taken = 0;
  }
  return drawn.subarray(taken, (taken += count));
}
