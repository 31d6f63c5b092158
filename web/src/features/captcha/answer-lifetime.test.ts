import { expect, test } from "vitest";
import { renewAfterMs } from "./answer-lifetime.ts";

const requestCount = Date.UTC(2026, 10, 21, 10, 0, 0);
const endsInSeconds = (seconds: number) => requestCount / 1000 + seconds;

test.each([
  {
    ends: endsInSeconds(120),
    solvedAfterMs: 2_000,
    fresh: 93_000,
    why: "starts a new check before the current answer expires",
  },
  { ends: endsInSeconds(60), solvedAfterMs: 0, fresh: 35_000, why: "respects a shorter lifetime set by the server" },
  {
    ends: endsInSeconds(-3_600),
    solvedAfterMs: 0,
    fresh: 5_000,
    why: "accepts an answer although the clock is an hour fast",
  },
  {
    ends: endsInSeconds(3_600),
    solvedAfterMs: 0,
    fresh: 95_000,
    why: "renews an answer in time although the clock is an hour slow",
  },
  { ends: undefined, solvedAfterMs: 0, fresh: 95_000, why: "assumes two minutes without an expiry" },
  {
    ends: endsInSeconds(120),
    solvedAfterMs: 119_000,
    fresh: 1_000,
    why: "keeps the answer of a slow device for one second",
  },
])("$why", ({ ends, solvedAfterMs, fresh }) => {
  expect(renewAfterMs(ends, requestCount, requestCount + solvedAfterMs)).toBe(fresh);
});
