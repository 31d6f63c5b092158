import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { notes, root } from "./project-paths.mjs";
import { timed } from "./log-duration.mjs";

/**
 * Each build with its source folders, and a file that exists after it. Tests and generated files do not count as
 * sources.
 */
const builds = [
  { workspace: "web", says: "the web pages", made: "web/build/documents.json", reads: ["web", "contract"] },
  { workspace: "server", says: "the server", made: "server/build/main.js", reads: ["server", "contract"] },
];
const madeByTools = new Set(["node_modules", "build", ".tmp", "test-results"]);

/** Builds the web and the server, each unless it was built from exactly these sources. */
export function ensureBuilt() {
  for (const { workspace, says, made, reads } of builds) {
    const { scripts } = JSON.parse(readFileSync(join(root, workspace, "package.json"), "utf8"));
    if (!scripts?.build) continue;
    const stamp = join(notes, `${workspace}-built-from`);
    const sources = markOf(reads);
    if (existsSync(join(root, made)) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources) continue;
    rmSync(stamp, { force: true }); // an interrupted build leaves a mix of old and new files
    timed(`Building ${says} …`, "Built", () => build(workspace, says));
    mkdirSync(notes, { recursive: true });
    writeFileSync(stamp, sources);
  }
}

/**
 * @param {string} workspace
 * @param {string} says what it builds, for messages
 */
function build(workspace, says) {
  // In a new shell: the current one may have cached the path of the machine's Node from before the project's was
  // installed.
  const { status, error } = spawnSync("npm", ["run", "-s", "build", "-w", workspace], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`Building ${says} failed; the reason is above.`);
}

/**
 * A hash of all inputs of a build: the files of these folders, and the versions of the packages.
 * @param {string[]} folders below the root
 */
function markOf(folders) {
  const hash = createHash("sha256");
  for (const file of [...folders.flatMap(filesBelow), "package-lock.json"])
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
