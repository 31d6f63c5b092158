import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { chown, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";

import { runAs, serverEnvironment } from "./account.ts";
import { errorCodeOf, EmbeddedError, explainFileError, programFailedError } from "./embedded-error.ts";
import { isAlive } from "./pid-file.ts";
import type { ClusterLocation } from "./cluster-location.ts";
import type { ServerPlan } from "./postmaster.ts";

/** Creates the cluster if it does not exist. @throws EmbeddedError if another major version created it */
export async function ensureCluster(plan: ServerPlan): Promise<void> {
  const { location, binaries } = plan;
  await removeUnfinished(location);
  const major = clusterVersion(location.cluster);
  if (major === undefined) return makeCluster(plan);
  if (major === binaries.major) return;
  const age = major > binaries.major ? "a newer" : "an older";
  throw new EmbeddedError(
    "other_version",
    `The database in ${location.cluster} was made by ${age} PostgreSQL (${major}; this program brings ${binaries.major}): ` +
      "move that folder away to begin with an empty one, or set DATABASE_URL to a server that can read it.",
  );
}

/** The major version that created the cluster; undefined if it does not exist. */
function clusterVersion(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    if (errorCodeOf(error) !== "ENOENT") throw explainFileError(error, cluster);
  }
  if (isEmptyOrAbsent(cluster)) return undefined;
  throw new EmbeddedError(
    "foreign_folder",
    `${cluster} contains files but no database: move it away, or set DATA_DIR to another folder.`,
  );
}

function isEmptyOrAbsent(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return true;
  }
}

/** Creates the cluster under a temporary name and renames it, so that a killed start leaves no incomplete one. */
async function makeCluster(plan: ServerPlan): Promise<void> {
  const { location, account } = plan;
  let unfinished: string | undefined;
  try {
    unfinished = await mkdtemp(`${location.cluster}.new-${process.pid}-`);
    if (account) await chown(unfinished, account.uid, account.gid);
    await initdb(unfinished, plan);
    await rename(unfinished, location.cluster);
  } catch (error) {
    const madeMeanwhile = errorCodeOf(error) === "ENOTEMPTY" || errorCodeOf(error) === "EEXIST";
    if (!madeMeanwhile) throw explainFileError(error, location.base);
  } finally {
    if (unfinished) await rm(unfinished, { recursive: true, force: true });
  }
}

async function initdb(folder: string, { binaries, account, onWait }: ServerPlan): Promise<void> {
  // the same sort order on every machine: from version 17 PostgreSQL has a locale of its own, before that the
  // system's
  const locale =
    binaries.major >= 17
      ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
      : ["--locale=C.UTF-8"];
  const args = ["-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"];
  const child = spawn(join(binaries.bin, "initdb"), [...args, ...locale], {
    ...runAs(account, folder),
    env: serverEnvironment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // not reached by the terminal's Ctrl-C; if this program is killed, only a folder remains that is removed later
  });
  let output = "";
  const keep = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  onWait?.();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw programFailedError("make a database", output, folder);
}

/** Removes what a killed start left incomplete. */
async function removeUnfinished(location: ClusterLocation): Promise<void> {
  const mark = `${basename(location.cluster)}.new-`;
  for (const name of await readdir(location.base)) {
    const maker = Number.parseInt(name.slice(mark.length), 10);
    if (name.startsWith(mark) && !isAlive(maker)) await rm(join(location.base, name), { recursive: true, force: true });
  }
}
