import { expect, test } from "vitest";
import { apiVersions, endOfVersion, isApiVersion, newestVersion, workingVersions } from "./versions.ts";

test("lists versions as days in order, the newest last [DP-16]", () => {
  expect(apiVersions.toSorted()).toEqual([...apiVersions]);
  for (const version of apiVersions) expect(new Date(version).toISOString().slice(0, 10)).toBe(version);
  expect(newestVersion).toBe(apiVersions.at(-1));
});

test("lets a version work for 12 months after the next one [DP-16]", () => {
  expect(endOfVersion("2026-11-27")).toEqual({
    replacedAt: new Date("2026-11-28T00:00:00Z"),
    endsAt: new Date("2027-11-28T00:00:00Z"),
  });
  expect(endOfVersion(newestVersion)).toBeUndefined();
  expect(workingVersions(new Date("2027-11-27T23:59:59Z"))).toEqual(["2026-11-27", "2026-11-28"]);
  expect(workingVersions(new Date("2027-11-28T00:00:00Z"))).toEqual(["2026-11-28"]);
});

test("knows versions by their exact name", () => {
  expect(["2026-11-28", "2026-11-28 ", "2026-1-1", "toString", ""].filter(isApiVersion)).toEqual(["2026-11-28"]);
});
