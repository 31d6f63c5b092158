import { expect, test } from "vitest";
import { pooledRandomBytes } from "./random-pool.ts";

test("T-53 no bytes are given out twice, whatever their number, also where the next ones are drawn", () => {
  const drawn = Array.from({ length: 2_000 }, (_, at) => {
    const bytes = pooledRandomBytes(at % 3 === 0 ? 16 : 12);
    return { from: bytes.byteOffset, to: bytes.byteOffset + bytes.length, hex: bytes.toString("hex") };
  });
  expect(new Set(drawn.map(({ hex }) => hex)).size).toBe(drawn.length);
  expect(drawn.every(({ hex }, at) => hex.length === (at % 3 === 0 ? 32 : 24))).toBe(true);
  const overlapping = drawn.filter(({ from }, at) => from !== drawn[at - 1]?.to && from > (drawn[0]?.from ?? 0));
  expect(overlapping).toEqual([]);
});
