import { readFile } from "node:fs/promises";
import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { generateTableTypes, tableTypesFile } from "../../tools/table-types.ts";

let base: TestDatabase;
let owner: Kysely<unknown>;
beforeAll(async () => {
  base = await createTestDatabase();
  owner = new Kysely({ dialect: new PostgresDialect({ pool: base.owner }) });
});
afterAll(() => base.close());

describe("tables.ts", () => {
  test("has the types of the migrated tables (npm run generate-types)", async () => {
    expect(await generateTableTypes(owner)).toBe(await readFile(tableTypesFile, "utf8"));
  });
});

describe("generateTableTypes", () => {
  test("has null, defaults, computed columns and unions", async () => {
    await base.owner.query(
      "create table towns (id uuid, area bigint, half bigint generated always as (area / 2) stored)",
    );
    const types = await generateTableTypes(owner);
    await base.owner.query("drop table towns");
    expect(types).toContain(
      "export interface Towns {\n  area: bigint | null;\n  half: GeneratedAlways<bigint | null>;\n  id: string | null;\n}",
    );
    expect(types).toContain("  created_at: Generated<Date>;");
    expect(types).toContain("  roles: OperatorRole[];");
    expect(types).toContain('  decided_by: "sms" | "page" | null;');
  });

  test("rejects a JSON column that column-types.ts does not describe", async () => {
    await base.owner.query("create table towns (facts jsonb)");
    await expect(generateTableTypes(owner)).rejects.toThrow("column-types.ts must say what towns.facts holds");
    await base.owner.query("drop table towns");
  });

  test("rejects a description of a column that does not exist", async () => {
    await base.owner.query("alter table owners rename kind to sort");
    await expect(generateTableTypes(owner)).rejects.toThrow("column-types.ts names no column: owners.kind");
    await base.owner.query("alter table owners rename sort to kind");
  });
});
