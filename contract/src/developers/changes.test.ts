import { expect, test } from "vitest";
import { apiChanges } from "./changes.ts";
import { apiVersions } from "./versions.ts";

test("lists changes newest first, each with an id and a day of its own form [DP-16]", () => {
  const days = apiChanges.map(({ day }) => day);
  expect(days.toSorted().toReversed()).toEqual(days);
  expect(new Set(apiChanges.map(({ id }) => id)).size).toBe(apiChanges.length);
  for (const { day, text, title } of apiChanges) {
    expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    expect([title, ...text].every((line) => line.trim() === line && line !== "")).toBe(true);
  }
});

test("has an entry for every version on its day [DP-16]", () => {
  for (const version of apiVersions)
    expect(apiChanges.filter((change) => change.version === version && change.kind !== "deprecated")).toMatchObject([
      { day: version },
    ]);
});

test("announces the end of each version that was replaced [DP-16]", () => {
  expect(apiChanges.filter(({ kind }) => kind === "deprecated")).toMatchObject([
    { version: "2026-11-27", day: "2026-11-28", endsAt: new Date("2027-11-28T00:00:00Z") },
  ]);
});
