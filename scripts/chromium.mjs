// Finds a Chromium for the browser tests, or installs one. As a program it prints the path; on another machine than a
// developer's that is all its set-up. Plain JavaScript for Node 18 and newer, like prepare.mjs.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { installWithApt, isProgram, onPath, succeeds } from "./debian-packages.mjs";

/** First the one without windows: the same engine, and a quarter less work for each page. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The path of a Chromium that starts, installed when there is none.
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

/** What a Chromium must be told to run here: as root it refuses its sandbox. */
export function chromiumArguments() {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

const inMemory = "/dev/shm";

/**
 * What Playwright tells it and should not: its processes would hand what they draw to each other in files on the disk, a tenth of all work,
 * for the sake of machines that have no memory for it, as in a container.
 */
export function chromiumUntold() {
  if (!existsSync(inMemory)) return [];
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > 2 * 1024 ** 3 ? ["--disable-dev-shm-usage"] : [];
}

/** The browser that Playwright itself downloaded, if it did. */
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
