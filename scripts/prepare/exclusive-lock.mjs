import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { notes } from "./project-paths.mjs";

/**
 * Runs the work exclusively: two installations at once break each other. Waits for another process, and takes
 * over from one that died.
 * @param {() => void} work
 * @param {string} folder of the lock
 */
export async function alone(work, folder = notes) {
  const lock = join(folder, "preparing");
  mkdirSync(folder, { recursive: true });
  let isReported = false;
  while (!take(lock)) {
    if (!isReported) console.log("Another start is installing or building here; waiting for it …");
    isReported = true;
    await sleep(300);
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once("exit", release);
  try {
    work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/**
 * Takes the lock, a folder, which only one of several processes can create. It contains its owner's process id.
 * @param {string} lock
 */
function take(lock) {
  const owner = join(lock, "owner");
  try {
    mkdirSync(lock);
    writeFileSync(owner, String(process.pid));
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  if (ownerIsGone(owner)) rmSync(lock, { recursive: true, force: true });
  return false;
}

/** @param {string} file */
function ownerIsGone(file) {
  const pid = readOwner(file);
  return pid === undefined ? isOld(dirname(file)) : isGone(pid); // just being written, unless its owner died in that instant
}

/** @param {number} pid */
export function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** @param {string} lock */
function isOld(lock) {
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > 5_000;
}

/** @param {string} file */
function readOwner(file) {
  try {
    return Number(readFileSync(file, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}
