import { createHash } from "node:crypto";

/** A pseudorandom sequence that is the same for the same seed on every machine. */
export type SeededRandom = {
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** A text of `length` decimal digits. */
  digits(length: number): string;
};

export function seededRandom(seed: string): SeededRandom {
  let block = 0;
  let pool: Buffer = Buffer.alloc(0);
  function next(): number {
    if (pool.length < 4) pool = createHash("sha256").update(`${seed}#${block++}`).digest();
    const value = pool.readUInt32BE(0);
    pool = pool.subarray(4);
    return value;
  }
  const below = (limit: number) => next() % limit;
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    pick: (items) => items[below(items.length)] ?? items[0],
    digits: (length) => Array.from({ length }, () => below(10)).join(""),
  };
}

/** One fraction from 0 to below 1, determined by its seed alone. */
export function seededFraction(seed: string): number {
  return createHash("sha256").update(seed).digest().readUInt32BE(0) / 2 ** 32;
}
