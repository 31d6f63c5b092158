// Migrations are numbered without a gap, and one that has landed is never edited: its mark in CHECKSUMS stays. New ones
// get their mark with --add, which touches no other line. What programs of the version before could not bear is refused.
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

/** The mark of a migration's text: SHA-256, as hexadecimal. */
export const checksumOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A line of the list. */
export const checksumLine = ({ name, text }: Migration): string => `${checksumOf(text)}  ${name}`;

/**
 * What is wrong.
 * @param migrations in the order of their names
 * @param marked     lines of the list
 * @param landed     lines of the list where the work began
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
      ? [`${migration.name}: has landed and was edited; put the change in a new migration`]
      : [`${migration.name}: has no mark yet: run npx node tools/check-migrations.ts --add`];
  });
  const gone = landed
    .filter((line) => !marked.includes(line))
    .map((line) => `CHECKSUMS: the landed line "${line}" is gone`);
  const orphaned = marked
    .filter((line) => !migrations.some(({ name }) => line.endsWith(`  ${name}`)))
    .map((line) => `CHECKSUMS: "${line}" names no migration`);
  return [
    ...(migrations.length === 0 ? ["there is no migration"] : []),
    ...numbering,
    ...changed,
    ...gone,
    ...orphaned,
  ];
}

const nonEmptyLines = (text: string) => text.split("\n").filter((line) => line !== "");

/** The list as it stands where this work branched off: on the shared main line, or, without one, in the last commit. */
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
