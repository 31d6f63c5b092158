// Finds a program of a Debian package, or installs the package. No other code here installs system packages. Plain
// JavaScript for Node 18 and newer, like prepare.mjs.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The path of an executable program, installed by root if it is missing.
 * @param {string} name of the program
 * @param {string} [named] of its package, if that differs
 * @returns {string | undefined} undefined if there is none and none can be installed
 */
export function debianProgram(name, named = name) {
  return onPath([name]) ?? (installWithApt(named) ? onPath([name]) : undefined);
}

/** The message for a missing program. @param {string} named */
export const missingWords = (named) => `needs Debian's package ${named}: apt-get install ${named}`;

/**
 * The first of these programs that can be run, including those in administrators' folders only.
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
 * Installs a package without its recommended ones. Concurrent calls wait for each other.
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
  return spawnSync(program, args, { env, stdio: ["ignore", 2, 2] }).status === 0; // stdout is for the caller's own output
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
