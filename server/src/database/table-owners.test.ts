import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { tableOwners } from "./table-owners.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

test("every table of the database has an owner, and no other", async () => {
  const { rows } = await base.owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(tableOwners).sort());
});
