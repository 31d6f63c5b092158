import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import { root } from "./project-paths.mjs";
import { timed } from "./log-duration.mjs";

const modules = join(root, "node_modules");
const stamp = join(modules, ".installed-from-lock");

/** Installs the locked packages unless exactly these are installed. */
export function ensureInstalled() {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  if (!alreadyInstalled(JSON.parse(lock))) {
    const first = existsSync(modules) ? "The list of packages changed" : "First start";
    timed(`${first}: installing packages, which takes a minute or two …`, "Installed", install);
  }
  writeFileSync(stamp, wanted);
}

/**
 * Whether `npm ci` was run by hand: npm then leaves its own list of what is installed, without our stamp.
 * @param {{ packages: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} lock
 */
function alreadyInstalled({ packages }) {
  const list = join(modules, ".package-lock.json");
  if (!existsSync(list)) return false;
  const installed = JSON.parse(readFileSync(list, "utf8")).packages;
  return Object.entries(packages)
    .filter(([place]) => place.startsWith("node_modules/") || place.includes("/node_modules/"))
    .every(([place, { version, optional }]) => {
      const found = installed[place];
      return found ? found.version === version : optional === true; // optional packages are for other machines
    });
}

function install() {
  // The project's own Node is in the folder that is about to be replaced, so npm must not run on it.
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.startsWith(modules));
  const { status, error } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  if (status !== 0)
    throw new Error("The packages could not be installed; the reason is above. Is the package registry reachable?");
}
