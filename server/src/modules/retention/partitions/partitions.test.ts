import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { createTestConsole, type TestConsole } from "../../../testing/console.ts";
import { createTestTerminal, type TestTerminal } from "../../../testing/terminal.ts";
import { requestConsent, completeLookup, submitDecision } from "../../../testing/lookup-steps.ts";
import { writeAudit } from "../../audit/index.ts";

/** Monthly partitions of audit rows, seals and consent evidence: detaching a month, and the chain without it. */

let app: TestApp;
let user: TestUser;
const day = 86_400_000;
const writeAuditRows = (count: number) =>
  app.db.transaction("system", async (tx) => {
    for (let at = 0; at < count; at += 1) await writeAudit(tx, randomIds, { actorKind: "system", action: "tested" });
  });
const sealAudit = () => app.runSchedule("seal_audit");
const rows = async <Row>(text: string) => (await app.owner.query(text)).rows as readonly Row[];
/** The first partition: the month in which the database was created, and everything before it. */
let first: string;
let startsNextMs: number;
const at = (ms: number) => app.setClockOffset(Math.round(startsNextMs + ms - Date.now()));
/** As an operator with a new key: the tests move the clock past the end of every earlier one. */
const detachMonth = async (month = first) =>
  (await terminal.as(await operatorConsole.operator("owner")))("detach-month", month);
const head = async () =>
  (await terminal.run("verify-audit")).lines.find((line) => line.startsWith("audit-head"))?.slice(11);

let operatorConsole: TestConsole;
let terminal: TestTerminal;
let asAda: TestTerminal["run"];
let asBola: TestTerminal["run"];
beforeAll(async () => {
  app = await createTestApp();
  operatorConsole = await createTestConsole(app);
  terminal = createTestTerminal(app, operatorConsole);
  asAda = await terminal.as(await operatorConsole.operator("owner"));
  asBola = await terminal.as(await operatorConsole.operator("owner"));
  user = await app.user({ NGN: 50_000_00n });
  const [end] = await rows<{ ends_at: Date }>("select min(ends_at) as ends_at from month_partitions");
  startsNextMs = end?.ends_at.getTime() ?? Number.NaN;
  first = new Date(startsNextMs - 1).toISOString().slice(0, 7);
});
beforeEach(() => app.setClockOffset(0));
afterAll(async () => {
  await app.setClockOffset(0);
  await app.close();
});

describe("access to a partition [R-10 R-15]", () => {
  test("is not permitted to the application role", async () => {
    for (const part of [
      "partitions.audit_log_default",
      "partitions.consent_evidence_default",
      "partitions.audit_seals_default",
    ])
      for (const asked of [`select from ${part}`, `insert into ${part} default values`, `delete from ${part}`])
        await expect(app.db.pool.query(asked)).rejects.toThrow("permission denied for schema partitions");
    for (const asked of [
      "select detach_month('2020-01-01', 'x')",
      "select create_partition('audit_log', 'at', now(), now())",
    ])
      await expect(app.db.pool.query(asked)).rejects.toThrow("permission denied for function");
  });

  test("is append-only even for the owner, with row-level security as on its table", async () => {
    const parts = await rows<{ part: string; table: string; locked: boolean }>(
      `select c.relname as part, i.inhparent::regclass::text as "table", c.relrowsecurity and c.relforcerowsecurity as locked
       from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r' and c.relnamespace = 'partitions'::regnamespace`,
    );
    expect(parts.length).toBeGreaterThanOrEqual(12);
    for (const { part, table, locked } of parts) {
      expect([part, locked]).toEqual([part, table === "consent_evidence"]);
      for (const change of [`delete from partitions.${part}`, `truncate partitions.${part}`])
        await expect(app.owner.query(change)).rejects.toThrow("append-only");
    }
  });
});

test("creates months in advance, and stores, seals and reports rows without a month [R-10]", async () => {
  const parts = () => rows<{ part: string }>("select partition_name as part from month_partitions order by 1");
  const before = await parts();
  await app.runSchedule("create_partitions");
  expect(await parts()).toEqual(before);
  await at(5 * 31 * day); // two of these months were not created
  await writeAuditRows(3);
  await sealAudit();
  expect(await rows("select count(*)::int as n from partitions.audit_log_default")).toEqual([{ n: 3 }]);
  expect((await terminal.run("verify-audit")).isWell).toBe(true);
  await app.runSchedule("create_partitions"); // the default partition's rows move to their new month
  expect(await rows("select count(*)::int as n from partitions.audit_log_default")).toEqual([{ n: 0 }]);
  expect((await parts()).length).toBe(before.length + 9);
  expect((await terminal.run("verify-audit")).isWell).toBe(true);
  expect(await rows("select from cases where kind = 'alarm_partitions'")).toEqual([]);

  await at(9 * 31 * day);
  await writeAuditRows(1);
  await at(10 * 31 * day);
  await writeAuditRows(1); // rows of two months are in the default partition now, so neither month can be created
  await sealAudit();
  await app.runSchedule("create_partitions");
  const reported = await rows<{ detail: string }>("select detail from cases where kind = 'alarm_partitions'");
  expect(reported).toEqual([{ detail: expect.stringMatching(/^audit_log: no partition for \d{4}-\d\d; /) }]);
  expect((await terminal.run("verify-audit")).isWell).toBe(true);
});

describe("detaching an old month [R-10]", () => {
  let stored: string;

  test("is rejected while a page shows it, before an older month, or if invalid", async () => {
    await writeAuditRows(1);
    await sealAudit();
    expect(await detachMonth()).toEqual({ lines: [expect.stringContaining("can be detached from")], isWell: false });
    await at(400 * day);
    const second = new Date(startsNextMs + day).toISOString().slice(0, 7);
    expect((await detachMonth(second)).lines).toEqual([expect.stringContaining(`${first} must be detached first`)]);
    expect((await detachMonth("2020-01")).lines).toEqual([expect.stringContaining(`up to ${first}; detach that one`)]);
    expect((await detachMonth("2026-13")).lines[0]).toBe("2026-13 is not a month: write 2026-01.");
  });

  test("is rejected with an unsealed row or a broken chain", async () => {
    await writeAuditRows(1);
    await at(400 * day);
    expect((await detachMonth()).lines).toEqual([expect.stringContaining("are not sealed yet")]);
    await sealAudit();
    const change = (to: string) =>
      app.owner.query(
        `set session_replication_role = replica; update audit_log set reason = '${to}' where id = (select audit_id from audit_seals where position = 1); set session_replication_role = origin`,
      );
    const [row] = await rows<{ reason: string }>(
      "select reason from audit_log where id = (select audit_id from audit_seals where position = 1)",
    );
    await change("another");
    expect((await detachMonth()).lines).toEqual([expect.stringContaining("is broken")]);
    await change(row?.reason ?? "");
    expect(await rows("select from detached_months")).toEqual([]);
  });

  test("includes rows of the month that were written or sealed late, in any order", async () => {
    const { itemId } = await completeLookup(app, user, { kind: "not_found" });
    expect(await asAda("refund", itemId, "--reason", "x")).toMatchObject({ isWell: true });
    expect(await asBola("confirm-refund", itemId)).toMatchObject({ isWell: true });
    await completeLookup(app, user, { kind: "failed", why: "x" }); // refunded
    const contact = { phone: "+2348055512345", mail: null };
    const pending = await requestConsent(app, user, { contact, fields: { firstname: "Plantedname" } });
    await submitDecision(app, pending.token, "grant");
    await sealAudit();
    await at(-10_000);
    await writeAuditRows(3);
    const late = await app.db.pool.connect();
    await late.query(
      "begin; insert into audit_log (id, actor_kind, action, reason) values (gen_random_uuid(), 'user', 'late', '')",
    );
    await at(1_000);
    await writeAuditRows(2);
    await sealAudit(); // three rows of the old month are sealed in the new one, before two of its own
    await late.query("commit");
    late.release();
    await sealAudit(); // and one after them
    await writeAuditRows(1);
    await sealAudit();
    stored = (await head()) ?? "";
    await at(400 * day);
    await app.runSchedule("create_partitions");
    const [before] = await rows<{ n: number }>("select count(*)::int as n from audit_seals");
    const done = await detachMonth();
    expect(done).toMatchObject({ isWell: true });
    const bridges = await rows<{ n: number }>(
      "select (last_position - first_position + 1)::int as n from audit_bridges order by first_position",
    );
    expect(bridges.length).toBeGreaterThanOrEqual(2);
    const absent = `detached.audit_log_before_${new Date(startsNextMs).toISOString().slice(0, 7).replace("-", "_")}`;
    const [detached] = await rows<{ n: number }>(
      `select (select count(*) from ${absent})::int + (select count(*) from ${absent.replace("audit_log", "consent_evidence")})::int as n`,
    );
    expect(bridges.reduce((sum, { n }) => sum + n, 0)).toBe(detached?.n);
    expect(detached?.n).toBeLessThan(before?.n ?? 0);
    expect(await rows("select from audit_log where action = 'late'")).toEqual([]);
  });

  test("keeps the chain verifiable from the stored head, and all invariants", async () => {
    await at(400 * day);
    await sealAudit();
    const reported = await terminal.run("verify-audit", "--head", stored);
    expect(reported).toEqual({
      lines: expect.arrayContaining([expect.stringMatching(/^audit-head \d+:/)]),
      isWell: true,
    });
    const [deleted] = await rows<{ position: bigint }>("select min(first_position) as position from audit_bridges");
    const inside = String(deleted?.position);
    expect((await terminal.run("verify-audit", "--head", `${inside}:${"0".repeat(64)}`)).lines).toEqual([
      `position ${inside} is in a detached month; give the head stored then, or a later one`,
    ]);
    // except R-03, because no job ran for a year
    const violations = await rows<{ invariant: string }>(
      "select invariant from check_invariants() where invariant <> 'R-03'",
    );
    expect(violations).toEqual([]);
    expect(await rows("select reason from audit_log where action = 'month_detached'")).toEqual([
      { reason: expect.stringMatching(/^\S+@\S+: \d{4}-\d\d, chain to \d+:[0-9a-f]{64}$/) },
    ]);
    expect((await detachMonth()).lines).toEqual([`Nothing was detached: ${first} is detached already.`]);
  });

  test.each([
    [
      "a bridge with a different seal",
      "update audit_bridges set last_hash = sha256('x') where first_position = (select min(first_position) from audit_bridges)",
      "row changed",
    ],
    [
      "a bridge with a different start",
      "update audit_bridges set before_hash = sha256('x') where first_position > 1",
      "head differs",
    ],
    ["a missing bridge", "delete from audit_bridges where first_position > 1", "seal missing"],
    [
      "a bridge over existing rows",
      "update audit_bridges set last_position = last_position + 1 where first_position = (select max(first_position) from audit_bridges)",
      "seal missing|row changed",
    ],
  ])("the verifier detects %s [R-10]", async (_what, broken, finding) => {
    await at(400 * day);
    const client = await app.owner.connect();
    try {
      await client.query(`begin; set local session_replication_role = replica; ${broken}`);
      const found = await client.query<{ finding: string }>("select finding from verify_audit()");
      expect(found.rows.map((row) => row.finding).join()).toMatch(new RegExp(`^(${finding})$`));
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("leaves pages, exports, purchases and seals working after its tables are dropped", async () => {
    await app.setClockOffset(0); // also if the server's clock goes back
    await app.owner.query("drop schema detached cascade; create schema detached");
    const other = await app.user({ NGN: 50_000_00n });
    await completeLookup(app, other);
    await sealAudit();
    expect((await terminal.run("verify-audit", "--head", stored)).isWell).toBe(true);
    expect((await other.get("/user/matching-requests")).statusCode).toBe(200);
    const older = await app.user();
    await app.owner.query("update users set created_at = created_at - interval '1000 days' where id = $1", [older.id]);
    await older.post("/user/export/begin", {});
    const file = await older.get("/user/export");
    expect(file.json<{ done: readonly { action: string }[] }>().done.at(-1)?.action).toBe("earlier_entries_archived");
    expect(app.jobFailures()).toEqual([]);
  });
});
