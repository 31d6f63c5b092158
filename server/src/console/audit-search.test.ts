import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findAuditPage } from "../modules/audit/index.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";

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
  await product.owner.query("analyze audit_log");
});
afterAll(() => product.close());

type Plan = { readonly "Node Type": string; readonly Plans?: readonly Plan[] } & Readonly<Record<string, unknown>>;

/** Rows that the scans of a plan read, returned or not. */
function countRead(plan: Plan): number {
  const { Plans: children = [] } = plan;
  if (children.length > 0) return children.reduce((sum, child) => sum + countRead(child), 0);
  return (Number(plan["Actual Rows"]) + Number(plan["Rows Removed by Filter"] ?? 0)) * Number(plan["Actual Loops"]);
}

const operator = "00000000-0000-4000-8000-000000000001";
test.each([
  { name: "without a filter", filter: {} },
  { name: "of one operator", filter: { actorId: operator } },
  { name: "of a rare act", filter: { action: "rare_act" } },
])("a page of the audit log $name reads few rows [OC-17 OC-19]", async ({ filter }) => {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await product.db.transaction("system", (tx) => findAuditPage(tx, filter, { after: undefined, limit: 51 }));
  const calls: readonly (readonly unknown[])[] = sent.mock.calls;
  sent.mockRestore();
  const asked = calls.flatMap(([query, values]) =>
    typeof query === "string" ? [{ text: query, values }] : [query as { text: string; values: unknown }],
  );
  const page = asked.find(({ text }) => /from "?audit_log/.test(text));
  expect(page).toBeDefined();
  const { rows } = await product.owner.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${page?.text}`,
    page?.values as unknown[],
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  expect(plan && countRead(plan)).toBeGreaterThan(0);
  expect(plan && countRead(plan)).toBeLessThan(200);
});
