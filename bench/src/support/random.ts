/** A small seeded generator (mulberry32), so that a run can be repeated. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A text of so many decimal digits. */
  digits(count: number): string;
  pick<Value>(from: readonly [Value, ...Value[]]): Value;
  shuffle<Value>(values: readonly Value[]): readonly Value[];
};

export function seededRandom(seed: number): Random {
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
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    shuffle: (values) =>
      values
        .map((value) => ({ value, place: next() }))
        .toSorted((left, right) => left.place - right.place)
        .map(({ value }) => value),
  };
}
