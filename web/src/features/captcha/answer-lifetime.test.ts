import { expect, test } from "vitest";
import { renewAfterMs } from "./answer-lifetime.ts";

const asked = Date.UTC(2026, 10, 21, 10, 0, 0);
const endsInSeconds = (seconds: number) => asked / 1000 + seconds;

test.each([
  {
    ends: endsInSeconds(120),
    solvedAfterMs: 2_000,
    fresh: 93_000,
    why: "a new check is begun before the old one ends",
  },
  { ends: endsInSeconds(60), solvedAfterMs: 0, fresh: 35_000, why: "a shorter life of the server is kept" },
  {
    ends: endsInSeconds(-3_600),
    solvedAfterMs: 0,
    fresh: 5_000,
    why: "a clock an hour ahead does not make every check old",
  },
  {
    ends: endsInSeconds(3_600),
    solvedAfterMs: 0,
    fresh: 95_000,
    why: "a clock an hour behind does not keep an old one",
  },
  { ends: undefined, solvedAfterMs: 0, fresh: 95_000, why: "without an end two minutes are assumed" },
  {
    ends: endsInSeconds(120),
    solvedAfterMs: 119_000,
    fresh: 1_000,
    why: "a slow device still shows its answer for a moment",
  },
])("$why", ({ ends, solvedAfterMs, fresh }) => {
  expect(renewAfterMs(ends, asked, asked + solvedAfterMs)).toBe(fresh);
});
