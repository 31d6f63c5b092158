import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

test("a new database has no broken invariant", () => base.checkInvariants());

test("the program does not connect as the owner", async () => {
  const result = await base.db.pool.query<{ role: string }>("select current_user::text as role");
  expect(result.rows[0]?.role).toBe("idanimo_app");
});

test("setClockOffset also applies to prepared statements", async () => {
  const ask = () =>
    base.db.pool.query<{ ahead: number }>({
      name: "ahead",
      text: "select extract(epoch from product_now() - clock_timestamp())::float8 as ahead",
    });
  await ask();
  await base.setClockOffset(3_600_000);
  expect((await ask()).rows[0]?.ahead).toBeCloseTo(3_600, 0);
  await base.setClockOffset(0);
  expect((await ask()).rows[0]?.ahead).toBeCloseTo(0, 0);
});

test("two test databases are independent", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.keys.create("00000000-0000-4000-8000-000000000001");
  expect(await other.keys.find("00000000-0000-4000-8000-000000000001")).toBeUndefined();
  await Promise.all([one.close(), other.close()]);
});
