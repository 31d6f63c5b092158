import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { notes, root } from "./folders.mjs";
import { timed } from "./timed.mjs";

const stamp = join(notes, "web-built-from");
const built = join(root, "web", "build", "documents.json");
const madeByTools = new Set(["node_modules", "build", ".tmp", "test-results"]);

/** Builds the web unless it was built from exactly these sources. */
export function ensureBuilt() {
  const { scripts } = JSON.parse(readFileSync(join(root, "web", "package.json"), "utf8"));
  if (!scripts?.build) return;
  const sources = sourcesMark();
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  rmSync(stamp, { force: true }); // a build that is broken off leaves pages of neither kind
  timed("Building the web pages …", "Built", build);
  mkdirSync(notes, { recursive: true });
  writeFileSync(stamp, sources);
}

function build() {
  // A shell of its own: the one that runs us may remember the machine's Node, from before the project's was installed.
  const { status, error } = spawnSync("npm", ["run", "-s", "build", "-w", "web"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  if (status !== 0) throw new Error("The web pages could not be built; the reason is above.");
}

/** A mark of all that the build reads: the web's and the contract's files, and the versions of the packages. */
function sourcesMark() {
  const hash = createHash("sha256");
  for (const file of [...filesBelow("web"), ...filesBelow("contract"), "package-lock.json"])
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

/**
 * @param {string} folder below the root
 * @returns {string[]} paths below the root, in a fixed order; tests are left out
 */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !madeByTools.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
