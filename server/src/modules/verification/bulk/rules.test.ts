import { describe, expect, test } from "vitest";
import { pageOfLines } from "./rules.ts";

describe("pageOfLines", () => {
  const lines = Array.from({ length: 6 }, (_, place) => ({ place }));
  const placesOf = (fits: (place: number) => boolean, found = lines) => {
    const page = pageOfLines(found, { read: 5, most: 2, fits: ({ place }) => fits(place) });
    return [page.lines.map(({ place }) => place), page.next];
  };

  test.each([
    ["continues at the next line that fits", (place: number) => place % 2 === 0, [[0, 2], 4]],
    ["continues at the first line that was not read", (place: number) => place === 4, [[4], 5]],
    ["may have no line and still continue", () => false, [[], 5]],
  ])("%s", (_what, fits, page) => {
    expect(placesOf(fits)).toEqual(page);
  });

  test("ends when every line was read", () => {
    expect(placesOf(() => true, lines.slice(0, 2))).toEqual([[0, 1], null]);
  });
});
