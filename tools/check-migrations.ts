// Migrations are numbered without a gap, and a released one is never edited: its line in CHECKSUMS stays. --add
// appends the lines of new ones and changes no other line. Changes that are incompatible with the previous version
// are rejected.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync } from "node:fs";
import { basename, join } from "node:path";

import { compatibilityFindings } from "./shared/migration-compatibility.ts";
import { projectFiles, readProjectFile, reportFindings, root } from "./shared/project.ts";

const migrationsFolder = "server/src/database/migrations";
const checksumsFile = `${migrationsFolder}/CHECKSUMS`;

/** A migration's file name and text. */
export type Migration = { readonly name: string; readonly text: string };

/** The checksum of a migration's text: SHA-256, as hexadecimal. */
export const checksumOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A line of CHECKSUMS. */
export const checksumLine = ({ name, text }: Migration): string => `${checksumOf(text)}  ${name}`;

/**
 * The findings in the migrations.
 * @param migrations in the order of their names
 * @param marked     lines of CHECKSUMS
 * @param landed     lines of CHECKSUMS on the main branch
 */
export function migrationFindings(
  migrations: readonly Migration[],
  marked: readonly string[],
  landed: readonly string[],
): string[] {
  const numbering = migrations.flatMap(({ name }, at) => {
    const number = String(at + 1).padStart(4, "0");
    const fits = name.startsWith(`${number}_`) && /^\d+_[a-z0-9_]+\.sql$/.test(name);
    return fits ? [] : [`${name}: should be named ${number}_ and its purpose in small letters`];
  });
  const changed = migrations.flatMap((migration) => {
    if (marked.includes(checksumLine(migration))) return [];
    const known = marked.some((line) => line.endsWith(`  ${migration.name}`));
    return known
      ? [`${migration.name}: was edited after its release; put the change in a new migration`]
      : [`${migration.name}: has no checksum yet: run npx node tools/check-migrations.ts --add`];
  });
  const removedMigrations = landed
    .filter((line) => !marked.includes(line))
    .map((line) => `CHECKSUMS: the released line "${line}" was removed`);
  const orphaned = marked
    .filter((line) => !migrations.some(({ name }) => line.endsWith(`  ${name}`)))
    .map((line) => `CHECKSUMS: "${line}" names no migration`);
  return [
    ...(migrations.length === 0 ? ["there is no migration"] : []),
    ...numbering,
    ...changed,
    ...removedMigrations,
    ...orphaned,
  ];
}

const nonEmptyLines = (text: string) => text.split("\n").filter((line) => line !== "");

/** CHECKSUMS at the merge base with the main branch, or, without one, in the last commit. */
function readMergedLines(): string[] {
  const git = (...args: string[]) => {
    try {
      return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      return undefined;
    }
  };
  const base = git("merge-base", "HEAD", "origin/main") ?? "HEAD";
  return nonEmptyLines(git("show", `${base}:${checksumsFile}`) ?? "");
}

if (import.meta.main) {
  const migrations = projectFiles()
    .filter((path) => path.startsWith(`${migrationsFolder}/`) && path.endsWith(".sql"))
    .map((path) => ({ name: basename(path), text: readProjectFile(path) }));
  const marked = () => (existsSync(join(root, checksumsFile)) ? nonEmptyLines(readProjectFile(checksumsFile)) : []);
  if (process.argv.includes("--add")) {
    const known = marked();
    const added = migrations.filter(({ name }) => !known.some((line) => line.endsWith(`  ${name}`)));
    appendFileSync(join(root, checksumsFile), added.map((migration) => `${checksumLine(migration)}\n`).join(""));
  }
  const findings = [
    ...migrationFindings(migrations, marked(), readMergedLines()),
    ...compatibilityFindings(migrations),
  ];
  reportFindings(findings, `migrations: ${migrations.length}, none edited`);
}
