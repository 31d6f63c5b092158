import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { entriesOf, fieldOf, textOf } from "./shared/json.ts";
import { readProjectFile, root } from "./shared/project.ts";

const readJson = (path: string): unknown => JSON.parse(readProjectFile(path));
const manifest = readJson("package.json");

/** The installed packages of the lock file, without the links to our own workspaces. */
const lockedPackages = entriesOf(fieldOf(readJson("package-lock.json"), "packages")).filter(
  ([path, entry]) => path.includes("node_modules/") && fieldOf(entry, "link") !== true,
);
const placesWhere = (isBad: (entry: unknown) => boolean) =>
  lockedPackages.filter(([, entry]) => isBad(entry)).map(([path]) => path);

describe("package-lock.json [T-74]", () => {
  test("has a SHA-512 hash for every package", () => {
    expect(lockedPackages.length).toBeGreaterThan(100);
    // lockfile-lint checks the hashes that are there, and passes over a package without one
    expect(placesWhere((entry) => textOf(entry, "integrity")?.startsWith("sha512-") !== true)).toEqual([]);
  });

  test("has no install script that package.json does not refuse by name", () => {
    const allowScripts = entriesOf(fieldOf(manifest, "allowScripts"));
    expect(allowScripts.filter(([, isAllowed]) => isAllowed !== false)).toEqual([]);
    const rejected = allowScripts.map(([name]) => `node_modules/${name}`);
    const scripted = placesWhere((entry) => fieldOf(entry, "hasInstallScript") === true);
    expect(scripted.filter((path) => !rejected.some((name) => path.endsWith(name)))).toEqual([]);
  });
});

describe("lockfile-lint with .lockfile-lintrc.json [T-74]", () => {
  const good = {
    version: "1.0.0",
    resolved: "https://registry.npmjs.org/thing/-/thing-1.0.0.tgz",
    integrity: "sha512-aa",
  };
  test.each([
    { fault: "no fault", entry: good, status: 0 },
    { fault: "another registry", entry: { ...good, resolved: "https://elsewhere.example/thing.tgz" }, status: 1 },
    { fault: "a Git address", entry: { ...good, resolved: "git+ssh://git@github.com/a/thing.git" }, status: 1 },
    { fault: "plain HTTP", entry: { ...good, resolved: good.resolved.replace("https", "http") }, status: 1 },
    { fault: "another package", entry: { ...good, resolved: good.resolved.replaceAll("thing", "other") }, status: 1 },
    { fault: "a weak hash", entry: { ...good, integrity: "sha1-aa" }, status: 1 },
  ])("ends with $status for a lock file with $fault", ({ entry, status }) => {
    const folder = mkdtempSync(join(tmpdir(), "idanimo-lock-"));
    const file = join(folder, "package-lock.json");
    writeFileSync(file, JSON.stringify({ lockfileVersion: 3, packages: { "node_modules/thing": entry } }));
    const outcome = spawnSync(join(root, "node_modules/.bin/lockfile-lint"), ["--path", file], { cwd: root });
    rmSync(folder, { recursive: true });
    expect(outcome.status).toBe(status);
  });
});

describe("npm's settings [T-74]", () => {
  test("run no install script with any version of npm", () => {
    expect(readProjectFile(".npmrc").split("\n")).toContain("ignore-scripts=true");
  });

  const workspaces = ["contract", "server", "web", "sandbox", "e2e", "bench", "ops", "client"];
  test.each(["package.json", ...workspaces.map((name) => `${name}/package.json`)])(
    "%s names exact versions",
    (path) => {
      const versions = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
        entriesOf(fieldOf(readJson(path), kind)),
      );
      expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([]);
    },
  );
});
