import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inRoot } from "../../program.ts";
import { runTimePackages } from "./run-time-packages.ts";
import { checkOut, git, linkPackages, removeTree } from "./tree.ts";

const run = promisify(execFile);
const migrations = "server/src/database/migrations";

/** The product as it was before its newest migration, in a folder of its own. */
export type VersionBefore = {
  readonly commit: string;
  /** Its program. */
  readonly entry: string;
  /** Names of the migrations it does not know. */
  readonly unknown: readonly string[];
  remove(): Promise<void>;
};

/** Each migration of a commit, with what it says. */
const migrationsAt = async (commit: string) =>
  (await git("ls-tree", commit, `${migrations}/`)).split("\n").filter((line) => line.endsWith(".sql"));

/**
 * The commit that `VERSION_BEFORE` names, or else the newest one that lacks a migration and whose own ones say what they say now: until it
 * is let go a migration may still change, and such a version was never anywhere.
 */
async function commitBefore(): Promise<string> {
  const named = process.env["VERSION_BEFORE"];
  if (named) return git("rev-parse", named);
  const now = new Set(await migrationsAt("HEAD"));
  const added = await git("log", "--diff-filter=A", "--format=%H", "--", `${migrations}/*.sql`);
  for (const commit of added.split("\n")) {
    const before = await git("rev-parse", "--verify", "--quiet", `${commit}^`).catch(() => undefined);
    if (before !== undefined && (await migrationsAt(before)).every((one) => now.has(one))) return before;
  }
  throw new Error("this copy holds no history: fetch it whole, then try again");
}

/** Its own packages, as its lock file says; those that only build or test it stay away. */
const installPackages = (tree: string) =>
  run("npm", ["ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: tree });

/** @param folder where it may be put. Throws a sentence where the history is not there. */
export async function versionBefore(folder: string): Promise<VersionBefore> {
  const commit = await commitBefore();
  const [then, today] = [
    await git("show", `${commit}:package-lock.json`),
    await readFile(inRoot("package-lock.json"), "utf8"),
  ];
  const tree = join(folder, "before");
  await checkOut(commit, tree);
  const isSame = runTimePackages(then, "server").join() === runTimePackages(today, "server").join();
  await (isSame ? linkPackages(tree) : installPackages(tree));
  const known = await readdir(join(tree, migrations));
  return {
    commit: commit.slice(0, 9),
    entry: join(tree, "server/src/main.ts"),
    unknown: (await readdir(inRoot(migrations))).filter((name) => name.endsWith(".sql") && !known.includes(name)),
    remove: () => removeTree(tree),
  };
}
