import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

import { checksumLine, migrationFindings, newChecksumLines } from "./check-migrations.ts";

const schema = { name: "schema/01_base.sql", text: "create table users ();" };
const first = { name: "migrations/0001_towns.sql", text: "create table towns ();" };
const second = { name: "migrations/0002_ledger.sql", text: "create table ledger ();" };
const files = [schema, first, second];
const marks = files.map(checksumLine);

describe("migrationFindings", () => {
  test("accepts numbered and unchanged files with checksums", () => {
    expect(migrationFindings(files, marks, marks)).toEqual([]);
    expect(migrationFindings([schema], [checksumLine(schema)], [])).toEqual([]);
  });

  test.each([
    {
      title: "an edited released migration",
      all: [schema, { ...first, text: "other" }, second],
      says: "put the change in a new migration, migrations/0003_",
    },
    {
      title: "an edited baseline",
      all: [{ ...schema, text: "other" }, first, second],
      says: "schema/01_base.sql: was edited after its release",
    },
    {
      title: "a gap in the numbers",
      all: [schema, first, { ...second, name: "migrations/0003_ledger.sql" }],
      says: "migrations/0003_ledger.sql: should be named 0002_",
    },
    { title: "a deleted released migration", all: [schema, first], says: "names no file" },
    {
      title: "a new migration without a checksum",
      all: [...files, { name: "migrations/0003_new.sql", text: "select 1;" }],
      says: "has no checksum yet",
    },
    {
      title: "an incompatible migration",
      all: [...files, { name: "migrations/0003_new.sql", text: "alter table users drop column phone;" }],
      says: "drops a column",
    },
    { title: "an empty folder", all: [], says: "there is no schema" },
  ])("rejects $title", ({ all, says }) => {
    expect(migrationFindings(all, marks, marks).join("\n")).toContain(says);
  });

  test("rejects an edited migration with an edited checksum", () => {
    const edited = { ...first, text: "other" };
    const all = [schema, edited, second];
    expect(migrationFindings(all, all.map(checksumLine), marks).join()).toContain("was removed");
  });
});

describe("newChecksumLines", () => {
  test("records a new file, and none that is recorded already", () => {
    const edited = { ...first, text: "other" };
    expect(newChecksumLines([schema, edited, second], marks.slice(0, 2))).toEqual([checksumLine(second)]);
  });

  test.each([
    { title: "incompatible with the previous version", name: "0003_new", text: "alter table users drop column phone;" },
    { title: "out of order", name: "0004_new", text: "create table later ();" },
    { title: "badly named", name: "0003-New", text: "create table later ();" },
  ])("does not record a migration that is $title", ({ name, text }) => {
    expect(newChecksumLines([...files, { name: `migrations/${name}.sql`, text }], marks)).toEqual([]);
  });
});

describe("node tools/check-migrations.ts --add", () => {
  const project = mkdtempSync(join(tmpdir(), "check-migrations-"));
  const database = join(project, "server/src/database");
  afterAll(() => rmSync(project, { recursive: true }));

  test("records a file that it accepts, and not one that it rejects", () => {
    const rejected = { name: "migrations/0003_new.sql", text: "alter table users drop column phone;" };
    for (const folder of ["schema", "migrations"]) mkdirSync(join(database, folder), { recursive: true });
    for (const { name, text } of [...files, rejected]) writeFileSync(join(database, name), text);
    cpSync(import.meta.dirname, join(project, "tools"), { recursive: true });
    symlinkSync(join(import.meta.dirname, "../node_modules"), join(project, "node_modules"));
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    execFileSync("git", ["init", "--quiet"], { cwd: project });

    const { status, stdout, stderr } = spawnSync(process.execPath, ["tools/check-migrations.ts", "--add"], {
      cwd: project,
      encoding: "utf8",
    });
    expect(stdout + stderr).toMatch(/0003_new\.sql: .*drops a column/);
    expect(status).toBe(1);
    expect(readFileSync(join(database, "CHECKSUMS"), "utf8")).toBe(marks.map((line) => `${line}\n`).join(""));
  });
});
