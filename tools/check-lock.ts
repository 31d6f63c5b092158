// The lock file has every package's integrity and no address, no package runs an install script, and `npm ci`
// accepts it [T-74].
import { spawnSync } from "node:child_process";

import { entriesOf, fieldOf } from "./shared/json.ts";
import { lockedPackages } from "./shared/lock-file.ts";
import { readProjectFile, reportFindings, root } from "./shared/project.ts";

/**
 * The findings in a lock file.
 * @param lock     `package-lock.json`
 * @param manifest the root's `package.json`, whose `allowScripts` denies install scripts by name
 */
export function lockFindings(lock: unknown, manifest: unknown): string[] {
  const packages = lockedPackages(lock);
  const refused = entriesOf(fieldOf(manifest, "allowScripts"));
  const allowed = refused.filter(([, may]) => may !== false).map(([name]) => `${name}: its install script is allowed`);
  const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript);
  return [
    ...(packages.length === 0 ? ["the lock file contains no package"] : []),
    ...packages
      .filter(({ integrity }) => !integrity?.startsWith("sha512-"))
      .map(({ place }) => `${place}: no integrity`),
    ...packages
      .filter(({ resolved }) => resolved)
      .map(({ place, resolved }) => `${place}: has the address ${resolved}`),
    ...scripts
      .filter(({ name }) => !refused.some(([known]) => known === name))
      .map(({ name }) => `${name}: has an install script that allowScripts does not deny`),
    ...allowed,
    ...versionRanges(manifest),
  ];
}

/** Dependencies with a version range; exact versions make the manifest and the lock agree. */
export function versionRanges(manifest: unknown): string[] {
  return ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
    entriesOf(fieldOf(manifest, kind))
      .filter(([, version]) => typeof version !== "string" || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name}: has the version ${String(version)}, which is not exact`),
  );
}

/**
 * The findings in `.npmrc`: an npm before 11 ignores `allowScripts`, and would run every package's install script.
 */
export function npmrcFindings(npmrc: string): string[] {
  return /^ignore-scripts\s*=\s*true\s*$/m.test(npmrc) ? [] : [".npmrc: lacks ignore-scripts=true"];
}

/** Complaints of `npm ci`. */
function npmCiProblems(): string[] {
  const { stderr, status } = spawnSync("npm", ["ci", "--dry-run", "--loglevel=error", "--no-audit", "--no-fund"], {
    cwd: root,
    encoding: "utf8",
  });
  const said = stderr.split("\n").filter((line) => line && !line.startsWith("npm warn"));
  return status === 0 && said.length === 0 ? [] : ["npm ci would reject the lock file:", ...said];
}

if (import.meta.main) {
  const lock: unknown = JSON.parse(readProjectFile("package-lock.json"));
  const manifest: unknown = JSON.parse(readProjectFile("package.json"));
  const workspaces = fieldOf(manifest, "workspaces");
  const ranges = (Array.isArray(workspaces) ? (workspaces as unknown[]) : []).flatMap((name) =>
    versionRanges(JSON.parse(readProjectFile(`${String(name)}/package.json`))).map(
      (finding) => `${String(name)}: ${finding}`,
    ),
  );
  const count = lockedPackages(lock).length;
  reportFindings(
    [...lockFindings(lock, manifest), ...npmrcFindings(readProjectFile(".npmrc")), ...ranges, ...npmCiProblems()],
    `lock: ${count} packages, each with its integrity`,
  );
}
