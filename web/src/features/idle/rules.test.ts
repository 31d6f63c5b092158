import { idleWarningMs } from "@idanimo/contract/limits";
import { sharedIdleMinutes, sharedIdleWarningMs } from "@idanimo/contract/shared-computer";
import { expect, test } from "vitest";
import { idlenessAt, keepAliveIntervalMs } from "./rules.ts";

const minuteMs = 60_000;

test.each([
  { quietMs: 0, idleness: { step: "active", nextInMs: 9 * minuteMs } },
  { quietMs: 9 * minuteMs - 1, idleness: { step: "active", nextInMs: 1 } },
  { quietMs: 9 * minuteMs, idleness: { step: "warned", secondsLeft: 60 } },
  { quietMs: 9 * minuteMs + 59_500, idleness: { step: "warned", secondsLeft: 1 } },
  { quietMs: 10 * minuteMs, idleness: { step: "over" } },
  { quietMs: 8 * 60 * minuteMs, idleness: { step: "over" } },
])("returns $idleness.step after $quietMs ms without activity", ({ quietMs, idleness }) => {
  const last = Date.UTC(2026, 10, 21);
  expect(idlenessAt(last, last + quietMs, idleWarningMs)).toEqual(idleness);
});

test("reports activity often enough that the server never ends a session first", () => {
  expect(keepAliveIntervalMs + 10 * minuteMs).toBeLessThan(11 * minuteMs);
  expect(keepAliveIntervalMs + sharedIdleWarningMs + minuteMs).toBeLessThan(sharedIdleMinutes * minuteMs);
});
