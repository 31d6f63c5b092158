/** A small seeded generator (mulberry32), so that a run can be repeated. */
export type Chance = {
  /** A number from 0 up to 1. */
  next(): number;
  /** A whole number of so many digits, as text. */
  digits(count: number): string;
  one<Value>(from: readonly [Value, ...Value[]]): Value;
};

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    digits: (count) => Array.from({ length: count }, () => Math.floor(next() * 10)).join(""),
    one: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}
