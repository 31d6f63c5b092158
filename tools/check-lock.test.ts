import { expect, test } from "vitest";

import { lockFindings, npmrcFindings, versionRanges } from "./check-lock.ts";

const good = { version: "1.0.0", integrity: "sha512-aaaa" };
const manifest = { allowScripts: { scripted: false } };

/** What is found in a lock file of one package. */
const found = (entry: object, name = "thing", root: unknown = manifest) =>
  lockFindings({ packages: { "": {}, server: {}, [`node_modules/${name}`]: entry } }, root);

test("T-74 a package with its integrity and no script of its own is fine", () => {
  expect(found(good)).toEqual([]);
});

test.each([
  { law: "a package without integrity", entry: { version: "1.0.0" }, says: "no integrity" },
  {
    law: "an address in the lock",
    entry: { ...good, resolved: "https://elsewhere.example/x.tgz" },
    says: "has the address",
  },
  { law: "an install script nobody refused", entry: { ...good, hasInstallScript: true }, says: "does not refuse" },
])("T-74 $law is found", ({ entry, says }) => {
  expect(found(entry).join()).toContain(says);
});

test("T-74 an install script that is refused by name is fine, one that is allowed is not", () => {
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
])("asks for ignore-scripts=true in .npmrc: %j has %i faults [T-74]", (npmrc, findings) => {
  expect(npmrcFindings(npmrc)).toHaveLength(findings);
});

test("T-74 an empty lock file is not taken for a clean one", () => {
  expect(lockFindings({}, manifest)).toEqual(["the lock file holds no package"]);
});

test.each(["^1.0.0", "~1.0.0", "*", "latest", "https://elsewhere.example/x.tgz"])(
  "T-74 a dependency asked for as %s is found",
  (version) => {
    expect(versionRanges({ dependencies: { thing: version } })).toHaveLength(1);
  },
);
