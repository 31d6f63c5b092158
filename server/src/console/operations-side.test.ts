import { consoleOperations } from "@idanimo/contract/console/operations";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, json, type TestConsole, type TestOperator } from "../testing/console.ts";
import { buildConsoleApp } from "./app.ts";
import { consoleRoute } from "./mount.ts";

/** Jobs, the audit file, and the networks of the console. */

let product: TestApp;
let operatorConsole: TestConsole;
let support: TestOperator;
let auditor: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  support = await operatorConsole.operator("support");
  auditor = await operatorConsole.operator("auditor");
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

async function addFailedJob(count = 1): Promise<void> {
  await product.owner.query(
    "select graphile_worker.add_job('send_push', '{}', job_key => 'test:' || n) from generate_series(1, $1::int) n",
    [count],
  );
  await product.owner.query(
    "update graphile_worker._private_jobs set attempts = max_attempts, last_error = '08031112233' where key like 'test:%' and attempts = 0",
  );
}
type Page = { rows: { id: string; task: string; nextAttemptAt: string | null }[]; next: string | null };
const failed = async (after?: string) =>
  json<Page>(await auditor.get(`/jobs${after === undefined ? "" : `?after=${after}`}`));

describe("failed jobs", () => {
  test("run again once or are dropped, with a reason and an audit row", async () => {
    await addFailedJob(2);
    const { rows } = await failed();
    expect(rows.map(({ task, nextAttemptAt }) => [task, nextAttemptAt])).toEqual([
      ["send_push", null],
      ["send_push", null],
    ]);
    expect((await auditor.get("/jobs")).body).not.toContain("0803");
    const [first, second] = rows.map(({ id }) => id);
    const reason = "the service is back";
    expect((await support.post(`/jobs/${first}/retry`, { reason })).statusCode).toBe(200);
    expect(codeOf(await support.post(`/jobs/${first}/retry`, { reason }))).toBe("job_not_failed");
    expect(codeOf(await support.post(`/jobs/${first}/drop`, { reason }))).toBe("job_not_failed");
    const both = await Promise.all([1, 2].map(() => support.post(`/jobs/${second}/drop`, { reason })));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await failed()).rows).toEqual([]);
    const { depths } = json<{ depths: { task: string; waiting: number; failed: number }[] }>(
      await support.get("/jobs/depths"),
    );
    expect(depths.find(({ task }) => task === "send_push")).toMatchObject({ waiting: 1, failed: 0 });
    const { rows: audits } = await product.owner.query<{ line: string }>(
      "select action || ' ' || reason as line from audit_log where actor_id = $1 order by at",
      [support.id],
    );
    expect(audits.map(({ line }) => line)).toEqual([
      `job_retried send_push ${first}: ${reason}`,
      `job_dropped send_push ${second}: ${reason}`,
    ]);
    await product.owner.query("delete from graphile_worker._private_jobs where key like 'test:%'");
  });

  test("are listed 50 at a time, and counted on Today", async () => {
    await addFailedJob(60);
    const page = await failed();
    expect(page.rows).toHaveLength(50);
    const rest = await failed(page.next ?? "");
    expect([rest.rows.length, rest.next]).toEqual([10, null]);
    const { items } = json<{ items: { kind: string; count: number }[] }>(await support.get("/today"));
    expect(items.find(({ kind }) => kind === "failed_jobs")?.count).toBe(60);
    await product.owner.query("delete from graphile_worker._private_jobs where key like 'test:%'");
  });
});

test("unsent messages show their kind and age, and nothing of what they say", async () => {
  const { rows: made } = await product.owner.query<{ id: string }>(
    `insert into outbox_messages (id, channel, kind, key_id, sealed) values (gen_random_uuid(), 'sms', 'account_code', gen_random_uuid(), 'x')
     returning id`,
  );
  const listed = json<{ rows: { id: string; kind: string; channel: string }[]; count: number }>(
    await support.get("/messages"),
  );
  expect(listed.rows.find(({ id }) => id === made[0]?.id)).toMatchObject({ kind: "account_code", channel: "sms" });
  expect(listed.count).toBe(listed.rows.length);
});

describe("the audit file [OC-17]", () => {
  const csv = (operator: TestOperator, query = "") => operator.get(`/audit.csv${query}`);

  test("contains the rows of a search, and is audited", async () => {
    const page = await auditor.get(`/audit?actorId=${support.id}`);
    const expected = json<{ rows: { action: string; reason: string }[] }>(page).rows;
    expect(expected.length).toBeGreaterThan(1);
    const file = await csv(auditor, `?actorId=${support.id}`);
    expect(file.statusCode).toBe(200);
    const lines = file.body.trimEnd().split("\r\n").slice(1);
    expect(lines.map((line) => expected.some(({ action }) => line.includes(`"${action}"`)))).toEqual(
      expected.map(() => true),
    );
    const { rows } = await product.owner.query(
      "select from audit_log where action = 'audit_downloaded' and actor_id = $1",
      [auditor.id],
    );
    expect(rows).toHaveLength(1);
  });

  test("needs the right, a sign-in and a valid filter", async () => {
    expect(codeOf(await csv(support))).toBe("operator_right_missing");
    expect((await operatorConsole.app.inject({ url: "/console/v1/audit.csv" })).statusCode).toBe(401);
    expect((await csv(auditor, "?from=yesterday")).statusCode).toBe(400);
    expect((await csv(auditor, "?other=1")).statusCode).toBe(400);
  });

  test("contains every row of a list that is longer than one query", async () => {
    await product.owner.query(
      `insert into audit_log (id, at, actor_kind, action, reason)
       select gen_random_uuid(), c.at - n * interval '1 millisecond', 'system', 'test_rows', 'row ' || n
       from (select product_now() as at offset 0) c, generate_series(1, 2500) n`,
    );
    const file = await csv(auditor, "?action=test_rows");
    const reasons = file.body
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split('"').at(-2));
    expect(reasons).toEqual(Array.from({ length: 2500 }, (_, at) => `row ${at + 1}`));
  });
});

/** Searching and opening an account are reads that are recorded. */
const recordedReads = ["/find", "/accounts/{id}/open"];
test.each(
  consoleOperations
    .filter(
      ({ method, path, operatorRight }) => method !== "GET" && operatorRight !== null && !recordedReads.includes(path),
    )
    .map((operation) => ({ operation, name: `${operation.method} ${operation.path}` })),
)("$name is rejected for an auditor [OC-17]", async ({ operation }) => {
  const path = consoleRoute(operation)
    .replace("/console/v1", "")
    .replace(/:\w+/g, () => randomUUID());
  expect(codeOf(await auditor.post(path, {}))).toBe("operator_right_missing");
});

test("the console is found from its networks only", async () => {
  const app = await buildConsoleApp({
    logger: false,
    trustedProxies: ["127.0.0.1"],
    networks: ["10.20.0.0/16", "192.0.2.7", "2001:db8::/32"],
    production: false,
    origins: [],
    deps: operatorConsole.deps,
  });
  const from = async (address: string) =>
    (await app.inject({ url: "/console/v1/me", headers: { "x-forwarded-for": address } })).statusCode;
  for (const address of ["10.20.3.4", "192.0.2.7", "2001:db8::1", "::ffff:10.20.3.4"])
    expect([address, await from(address)]).toEqual([address, 401]);
  for (const address of ["10.21.3.4", "192.0.2.8", "2001:db9::1", "127.0.0.1"])
    expect([address, await from(address)]).toEqual([address, 404]);
  await app.close();
});
