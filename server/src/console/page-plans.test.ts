import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Tx } from "../database/database.ts";
import { findApprovals } from "../modules/approvals/index.ts";
import { findAuditPage } from "../modules/audit/index.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";

/** One of ten with approvals. */
const organisation = "00000000-0000-0000-0000-000000000001";

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
  await product.owner.query(
    `insert into audit_log (id, at, actor_kind, actor_id, action, reason)
     select gen_random_uuid(), now() - n * interval '1 second', case when n % 1000 = 0 then 'operator' else 'user' end,
       case when n % 1000 = 0 then '00000000-0000-4000-8000-000000000001'::uuid else gen_random_uuid() end,
       case when n % 5000 = 0 then 'rare_act' else 'common_act' end, ''
     from generate_series(1, 40000) n`,
  );
  const client = await product.owner.connect();
  await client.query("set session_replication_role = replica"); // decided rows, without the steps before
  await client.query(
    `insert into approvals (id, scope, organisation_id, kind, object_id, facts, facts_hash, requested_by, reason, state,
       requested_at, expires_at, decided_by, decided_at)
     select gen_random_uuid(), scope, case scope when 'organisation' then lpad((n % 10)::text, 32, '0')::uuid end, 'refund', gen_random_uuid(),
       '{}', sha256(n::text::bytea), gen_random_uuid(), 'made', state, at, at + interval '3 days',
       case state when 'approved' then gen_random_uuid() end, case state when 'approved' then at end
     from generate_series(1, 20000) n, unnest(array['operator', 'organisation']) scope,
       lateral (select now() - n * interval '1 minute' as at, case when n % 2000 = 0 then 'pending' else 'approved' end as state) made`,
  );
  client.release(true);
  await product.owner.query("analyze audit_log, approvals");
});
afterAll(() => product.close());

type Plan = { readonly "Node Type": string; readonly Plans?: readonly Plan[] } & Readonly<Record<string, unknown>>;

/** Rows that the scans of a plan read, returned or not. */
function countRead(plan: Plan): number {
  const { Plans: children = [] } = plan;
  if (children.length > 0) return children.reduce((sum, child) => sum + countRead(child), 0);
  return (Number(plan["Actual Rows"]) + Number(plan["Rows Removed by Filter"] ?? 0)) * Number(plan["Actual Loops"]);
}

/** Explains the statement that a query sends about a table. @returns rows that its scans read */
async function countReadBy(table: string, query: (tx: Tx) => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await product.db.transaction("system", query);
  const calls: readonly (readonly unknown[])[] = sent.mock.calls;
  sent.mockRestore();
  const asked = calls.flatMap(([statement, values]) =>
    typeof statement === "string" ? [{ text: statement, values }] : [statement as { text: string; values: unknown }],
  );
  const page = asked.find(({ text }) => text.includes(`from "${table}"`));
  if (!page) throw new Error(`no statement reads ${table}`);
  const { rows } = await product.owner.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${page.text}`,
    page.values as unknown[],
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  return plan ? countRead(plan) : Number.NaN;
}
const firstPage = { after: undefined, limit: 51 };

const operator = "00000000-0000-4000-8000-000000000001";
test.each([
  { name: "without a filter", filter: {} },
  { name: "of one operator", filter: { actorId: operator } },
  { name: "of a rare act", filter: { action: "rare_act" } },
])("a page of the audit log $name reads few rows [OC-17 OC-19]", async ({ filter }) => {
  const read = await countReadBy("audit_log", (tx) => findAuditPage(tx, filter, firstPage));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(200);
});

test.each([
  { name: "operators", scope: { kind: "operator" } },
  { name: "an organisation", scope: { kind: "organisation", organisationId: organisation } },
] as const)("a page of the decided approvals of $name reads few rows [OC-19 TM-07]", async ({ scope }) => {
  const read = await countReadBy("approvals", (tx) => findApprovals(tx, scope, { ...firstPage, pending: false }));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(200);
});
