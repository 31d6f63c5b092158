// Finds a Chromium for the browser tests, or installs one. As a program it prints the path; on another machine than a
// developer's that is all its set-up. Plain JavaScript for Node 18 and newer, like prepare.mjs.
import { spawnSync } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

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
  const found = onPath() ?? (await playwrightsOwn());
  if (found) return found;
  console.error("No Chromium here: installing one …");
  const installed = (installWithApt() && onPath()) || (installWithPlaywright() && (await playwrightsOwn()));
  if (installed) return installed;
  throw new Error("The browser tests need Chromium: install the package chromium, or name one in CHROMIUM_PATH.");
}

/** What a Chromium must be told to run here: as root it refuses its sandbox. */
export function chromiumArguments() {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

function onPath() {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isProgram(path) && starts(path));
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

function installWithApt() {
  if (process.getuid?.() !== 0) return false;
  return (
    succeeds("apt-get", ["update"]) && succeeds("apt-get", ["install", "-y", "--no-install-recommends", "chromium"])
  );
}

function installWithPlaywright() {
  return succeeds("npx", ["--no-install", "playwright", "install", "chromium"]);
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function succeeds(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { env, stdio: ["ignore", 2, 2] }).status === 0; // our own output is the path alone
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
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
