import { expect, test } from "vitest";

import { lockFindings, npmrcFindings, versionRanges } from "./check-lock.ts";

const good = { version: "1.0.0", integrity: "sha512-aaaa" };
const manifest = { allowScripts: { scripted: false } };

/** Findings in a lock file of one package. */
const found = (entry: object, name = "thing", root: unknown = manifest) =>
  lockFindings({ packages: { "": {}, server: {}, [`node_modules/${name}`]: entry } }, root);

test("accepts a package with integrity and without an install script [T-74]", () => {
  expect(found(good)).toEqual([]);
});

test.each([
  { title: "a package without integrity", entry: { version: "1.0.0" }, says: "no integrity" },
  {
    title: "an address in the lock",
    entry: { ...good, resolved: "https://elsewhere.example/x.tgz" },
    says: "has the address",
  },
  { title: "an install script that is not denied", entry: { ...good, hasInstallScript: true }, says: "does not deny" },
])("finds $title [T-74]", ({ entry, says }) => {
  expect(found(entry).join()).toContain(says);
});

test("accepts an install script that is denied by name, and rejects an allowed one [T-74]", () => {
  const scripted = { ...good, hasInstallScript: true };
  expect(found(scripted, "scripted")).toEqual([]);
  expect(found(scripted, "scripted", { allowScripts: { scripted: true } })).toEqual([
    "scripted: its install script is allowed",
  ]);
});

test.each([
  ["save-exact=true\nignore-scripts=true\n", 0],
  ["ignore-scripts = true", 0],
  ["save-exact=true\n", 1],
  ["ignore-scripts=false\n", 1],
  ["#ignore-scripts=true\n", 1],
])("requires ignore-scripts=true in .npmrc: %j has %i findings [T-74]", (npmrc, findings) => {
  expect(npmrcFindings(npmrc)).toHaveLength(findings);
});

test("rejects an empty lock file [T-74]", () => {
  expect(lockFindings({}, manifest)).toEqual(["the lock file contains no package"]);
});

test.each(["^1.0.0", "~1.0.0", "*", "latest", "https://elsewhere.example/x.tgz"])(
  "finds a dependency with the version %s [T-74]",
  (version) => {
    expect(versionRanges({ dependencies: { thing: version } })).toHaveLength(1);
  },
);
