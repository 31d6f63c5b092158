import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

test("G-J1 a statement that says its name is prepared once for each connection, and soon planned once", async () => {
  const kept = await base.db.transaction("system", async (tx) => {
    for (let at = 0; at < 9; at += 1) {
      const { rows } = await sql<{ n: number }>`select /* a_named_one */ ${at}::int as n`.execute(tx);
      expect(rows).toEqual([{ n: at }]);
      await sql`select ${at}::int /* not_a_name */`.execute(tx);
    }
    return sql<object>`select name, generic_plans > 0 as "isPlannedOnce" from pg_prepared_statements
      where name in ('a_named_one', 'not_a_name')`.execute(tx);
  });
  expect(kept.rows).toEqual([{ name: "a_named_one", isPlannedOnce: true }]);
});

test("R-32 a connection whose prepared statement a release has made untrue is not used again", async () => {
  await base.owner.query("create table kept_open (n int); grant select on kept_open to public");
  const read = () => sql<{ n: unknown }>`select /* all_of_kept_open */ * from kept_open`.execute(base.db.single);
  await Promise.all(Array.from({ length: 30 }, read)); // over every connection
  await base.owner.query("alter table kept_open alter n type text");
  const ended = await Promise.allSettled(Array.from({ length: 60 }, read));
  expect(ended.some(({ status }) => status === "rejected")).toBe(true);
  for (let at = 0; at < 40; at += 1) expect((await read()).rows).toEqual([]);
});

test("one name is one statement's, wherever it stands", () => {
  const folder = fileURLToPath(new URL("../", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const named = files.flatMap((file) => {
    const text = readFileSync(folder + file, "utf8").replaceAll(/^\s*\/?\*.*$/gm, "");
    return [...text.matchAll(/\/\* (\w+) \*\/|name: "(\w+)",\s*text:/g)].map(([, said, given]) => said ?? given);
  });
  expect(named).toContain("deliver_items");
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
});
