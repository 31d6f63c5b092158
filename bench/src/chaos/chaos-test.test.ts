import { describe, expect, test } from "vitest";
import { type ChaosOutcome, hasPassed } from "./chaos-test.ts";
import { LockAges } from "./job-locks.ts";

describe("hasPassed", () => {
  const good: ChaosOutcome = { faults: 5, acknowledged: 7, lost: 0, wrong: [], notes: "" };
  test.each<{ change: Partial<ChaosOutcome>; passed: boolean; title: string }>([
    { change: {}, passed: true, title: "passes a run that lost nothing" },
    { change: { lost: 1 }, passed: false, title: "fails a run that lost a promise" },
    { change: { wrong: ["two charges"] }, passed: false, title: "fails a run that found something wrong" },
    { change: { faults: 0 }, passed: false, title: "fails a run without a fault" },
  ])("$title [R-20 R-23]", ({ change, passed }) => {
    expect(hasPassed({ ...good, ...change })).toBe(passed);
  });
});

describe("LockAges", () => {
  const longest = (worker: (seconds: number) => string) => {
    const ages = new LockAges();
    for (let at = 0; at <= 70; at += 2) ages.note([`job 1 ${worker(at)}`], at * 1_000);
    return ages.longestMs;
  };
  test("measures the lock of a worker without a heartbeat [R-21]", () => {
    expect(longest(() => "dead 12:00")).toBe(70_000);
  });
  test("does not count the lock of a worker with a heartbeat [R-21]", () => {
    expect(longest((at) => `alive 12:${at}`)).toBe(0);
  });
});
