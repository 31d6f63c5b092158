import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { renderSchema } from "./testing/render-schema.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

test("schema.ts is generated from the current database", async () => {
  await expect(await renderSchema(base.owner)).toMatchFileSnapshot("schema.ts");
});

test("rejects a column whose type it does not know", async () => {
  await base.owner.query("create table places (spot point)");
  await expect(renderSchema(base.owner)).rejects.toThrow("places.spot: no TypeScript type is known for point");
});
