// Finds a program of a Debian package, or installs the package: the one way in which anything here comes by a program of the
// system. Plain JavaScript for Node 18 and newer, like prepare.mjs.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The path of a program that is there and may be run, installed by root where it is missing.
 * @param {string} name of the program
 * @param {string} [named] of its package, where that is called otherwise
 * @returns {string | undefined} undefined where there is none and none can be installed
 */
export function debianProgram(name, named = name) {
  return onPath([name]) ?? (installWithApt(named) ? onPath([name]) : undefined);
}

/** What to say where a program is missing. @param {string} named */
export const missingWords = (named) => `needs Debian's package ${named}: apt-get install ${named}`;

/**
 * The first of these programs that can be run. Those only an administrator has on the path are found as well.
 * @param {readonly string[]} names
 * @param {(path: string) => boolean} [suits]
 */
export function onPath(names, suits = () => true) {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isProgram(path) && suits(path));
}

/**
 * Installs a package without what it only recommends. Two at once wait for each other.
 * @param {string} named
 */
export function installWithApt(named) {
  if (process.getuid?.() !== 0 || !onPath(["apt-get"])) return false;
  const apt = (/** @type {string[]} */ ...args) => succeeds("flock", ["/var/lock/idanimo-apt", "apt-get", ...args]);
  return apt("update") && apt("install", "-y", "--no-install-recommends", named);
}

/**
 * @param {string} program
 * @param {string[]} args
 */
export function succeeds(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { env, stdio: ["ignore", 2, 2] }).status === 0; // our own output is for our own words
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
