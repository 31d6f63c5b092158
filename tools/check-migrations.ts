// The SQL files of the tables are never edited after their release: the baseline in schema/, and the migrations, which
// are numbered without a gap. CHECKSUMS has a line for each released file. --add appends the lines of new files that
// have no finding, and changes no other line. Changes that are incompatible with the previous version are rejected.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";

import { compatibilityFindings } from "./shared/migration-compatibility.ts";
import { projectFiles, readProjectFile, reportFindings, root } from "./shared/project.ts";

const databaseFolder = "server/src/database";
const checksumsFile = `${databaseFolder}/CHECKSUMS`;

/** An SQL file by its path below the database folder. */
export type SchemaFile = { readonly name: string; readonly text: string };

/** A line of CHECKSUMS: the SHA-256 of the text, and the name. */
export const checksumLine = ({ name, text }: SchemaFile): string =>
  `${createHash("sha256").update(text).digest("hex")}  ${name}`;

const isMigration = ({ name }: SchemaFile) => name.startsWith("migrations/");
const isNamedBy = (line: string, { name }: SchemaFile) => line.endsWith(`  ${name}`);

/** What is wrong with one file, whether it is released or not. */
function fileFindings(file: SchemaFile, numbers: readonly SchemaFile[]): string[] {
  const numbering: string[] = [];
  if (isMigration(file)) {
    const number = String(numbers.indexOf(file) + 1).padStart(4, "0");
    if (!new RegExp(`^migrations/${number}_[a-z0-9_]+\\.sql$`).test(file.name))
      numbering.push(`${file.name}: should be named ${number}_ and its purpose in small letters: rename it`);
  } else if (!/^schema\/\d{2}_[a-z_]+\.sql$/.test(file.name))
    numbering.push(`${file.name}: should be named by two digits and its area in small letters`);
  return [...numbering, ...(isMigration(file) ? compatibilityFindings([file]) : [])];
}

/**
 * The findings in the SQL files.
 * @param files  in the order of their names
 * @param marked lines of CHECKSUMS
 * @param landed lines of CHECKSUMS on the main branch
 */
export function migrationFindings(
  files: readonly SchemaFile[],
  marked: readonly string[],
  landed: readonly string[],
): string[] {
  const migrations = files.filter(isMigration);
  const changed = files.flatMap((file) => {
    if (marked.includes(checksumLine(file))) return [];
    return marked.some((line) => isNamedBy(line, file))
      ? [
          `${file.name}: was edited after its release. Undo that (git checkout main -- ${databaseFolder}/${file.name}) and put the change in a new migration, ${nextName(migrations)}`,
        ]
      : [`${file.name}: has no checksum yet. When the file is final: npx node tools/check-migrations.ts --add`];
  });
  return [
    ...(files.length === 0 ? ["there is no schema"] : []),
    ...files.flatMap((file) => fileFindings(file, migrations)),
    ...changed,
    ...landed
      .filter((line) => !marked.includes(line))
      .map((line) => `CHECKSUMS: the released line "${line}" was removed; put it back`),
    ...marked
      .filter((line) => !files.some((file) => isNamedBy(line, file)))
      .map((line) => `CHECKSUMS: "${line}" names no file; put the file back`),
  ];
}

const nextName = (migrations: readonly SchemaFile[]) =>
  `migrations/${String(migrations.length + 1).padStart(4, "0")}_….sql`;

/** New lines of CHECKSUMS: of the files that have neither a line nor a finding. */
export function newChecksumLines(files: readonly SchemaFile[], marked: readonly string[]): string[] {
  const migrations = files.filter(isMigration);
  return files
    .filter((file) => !marked.some((line) => isNamedBy(line, file)) && fileFindings(file, migrations).length === 0)
    .map(checksumLine);
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
  const files = projectFiles()
    .filter((path) => /\/database\/(?:schema|migrations)\/[^/]*\.sql$/.test(path))
    .map((path) => ({ name: path.slice(databaseFolder.length + 1), text: readProjectFile(path) }))
    .sort((one, other) => Number(isMigration(one)) - Number(isMigration(other)) || (one.name < other.name ? -1 : 1));
  const marked = () => (existsSync(join(root, checksumsFile)) ? nonEmptyLines(readProjectFile(checksumsFile)) : []);
  if (process.argv.includes("--add"))
    appendFileSync(
      join(root, checksumsFile),
      newChecksumLines(files, marked())
        .map((line) => `${line}\n`)
        .join(""),
    );
  reportFindings(
    migrationFindings(files, marked(), readMergedLines()),
    `schema: ${files.length} files, none edited after its release`,
  );
}
