// Finds a Chromium for the browser tests, or installs one. As a program it prints the path. Plain JavaScript for
// Node 18 and newer, like prepare.mjs.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { installWithApt, isProgram, onPath, succeeds } from "./debian-packages.mjs";

/** The headless shell first: the same engine with less overhead per page. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The path of a Chromium that starts, installed if there is none.
 * @returns {Promise<string>}
 */
export async function chromiumPath() {
  const given = process.env["CHROMIUM_PATH"];
  if (given) {
    if (starts(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not start: correct it or leave it out.`);
  }
  const found = onPath(names, starts) ?? (await playwrightsOwn());
  if (found) return found;
  console.error("No Chromium here: installing one …");
  const isInstalled = installWithApt("chromium-headless-shell") || installWithApt("chromium");
  const installed = (isInstalled && onPath(names, starts)) || (installWithPlaywright() && (await playwrightsOwn()));
  if (installed) return installed;
  throw new Error("The browser tests need Chromium: install the package chromium, or name one in CHROMIUM_PATH.");
}

/** Command-line arguments that Chromium needs here: it does not start its sandbox as root. */
export function chromiumArguments() {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

const inMemory = "/dev/shm";

/**
 * Playwright's default arguments to leave out. Without --disable-dev-shm-usage, Chromium's processes share memory
 * instead of files on disk, which is faster where
 * there is enough shared memory.
 */
export function chromiumUntold() {
  if (!existsSync(inMemory)) return [];
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > 2 * 1024 ** 3 ? ["--disable-dev-shm-usage"] : [];
}

/** The browser that Playwright downloaded, if it did. */
async function playwrightsOwn() {
  try {
    const { chromium } = createRequire(import.meta.url)("@playwright/test");
    const path = chromium.executablePath();
    return isProgram(path) && starts(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function installWithPlaywright() {
  return succeeds("npx", ["--no-install", "playwright", "install", "chromium"]);
}

/** A name on the path may be a stub that only says how to install the real one. @param {string} path */
function starts(path) {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  try {
    console.log(await chromiumPath());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
