import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestApp, TestUser } from "../testing/app.ts";
import { type ConstraintRows, createConstraintRows, createConstraintSteps } from "./testing/constraint-steps.ts";

/** Which rows, tables and functions the program's own role may use. [R-15 T-43] */

let made: ConstraintRows;
let app: TestApp;
let user: TestUser;
const { filled, recordTables, verifyTables } = createConstraintSteps(() => made);
beforeAll(async () => {
  made = await createConstraintRows();
  ({ app, user } = made);
});
beforeEach(() => recordTables());
afterEach(() => verifyTables());
afterAll(() => app.close());

describe("row-level security [T-43]", () => {
  const tables = ["verification_requests", "consents", "consent_evidence", "results", "stakeholder_orders"] as const;
  const counted = async (scope: string | undefined) => {
    const client = await app.db.pool.connect();
    try {
      await client.query(`begin; ${scope === undefined ? "" : `set local idanimo.owner = '${scope}'`}`);
      const parts = tables.slice(0, 3).map((table) => `(select count(*) from ${table})`);
      const { rows } = await client.query<{ sum: bigint }>(`select ${parts.join(" + ")} as sum`);
      return Number(rows[0]?.sum);
    } finally {
      await client.query("rollback");
      client.release();
    }
  };

  test("shows rows to their owner and to no other user or missing scope", async () => {
    expect(await counted(undefined)).toBe(0);
    expect(await counted("")).toBe(0);
    expect(await counted("00000000-0000-4000-8000-000000000001")).toBe(0);
    expect(await counted(user.id)).toBeGreaterThan(3);
  });

  test.each(tables)("applies to the table owner of %s too", async (table) => {
    const { rows } = await app.owner.query(
      "select relrowsecurity as on, relforcerowsecurity as forced from pg_class where relname = $1",
      [table],
    );
    expect(rows).toEqual([{ on: true, forced: true }]);
  });

  test("rejects a row of another owner", async () => {
    const client = await app.db.pool.connect();
    await client.query("begin; set local idanimo.owner = '00000000-0000-4000-8000-000000000001'");
    const text =
      "insert into consent_evidence (id, request_id, owner_id, event) values ('{new}', '{overItem}', '{user}', 'granted')";
    await expect(client.query(filled(text))).rejects.toThrow("row-level security");
    await client.query("rollback");
    client.release();
  });
});

test("the grants of the program's role match role-privileges.txt [R-15]", async () => {
  const { rows } = await app.owner.query<{ line: string }>(`
    with whole as (
      select table_name, privilege_type, null::text as columns from information_schema.role_table_grants where grantee = 'idanimo_app'
      union all
      select c.table_name, c.privilege_type, string_agg(c.column_name, ', ' order by c.column_name)
      from information_schema.column_privileges c
      where c.grantee = 'idanimo_app' and not exists (select from information_schema.role_table_grants t
        where t.grantee = c.grantee and t.table_name = c.table_name and t.privilege_type = c.privilege_type)
      group by 1, 2
      union all
      select 'function ' || p.proname || '()', 'EXECUTE', null from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and has_function_privilege('idanimo_app', p.oid, 'execute') and p.prosecdef)
    select table_name || ': ' || string_agg(lower(privilege_type) || coalesce(' (' || columns || ')', ''), ', ' order by privilege_type) as line
    from whole group by table_name order by table_name`);
  await expect(rows.map((row) => `${row.line}\n`).join("")).toMatchFileSnapshot("role-privileges.txt");
});

test("the program's role is no superuser, owns nothing and cannot use the queue [R-15]", async () => {
  const { rows } = await app.owner.query(`
    select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin as mighty,
      (select count(*) from pg_class c where c.relowner = r.oid) as owned,
      has_schema_privilege(r.oid, 'graphile_worker', 'usage') as queue, has_schema_privilege(r.oid, 'public', 'create') as makes
    from pg_roles r where rolname = 'idanimo_app'`);
  expect(rows).toEqual([{ mighty: false, owned: 0n, queue: false, makes: false }]);
});
