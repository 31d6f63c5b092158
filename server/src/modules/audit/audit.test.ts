import { afterAll, afterEach, beforeEach, beforeAll, describe, expect, test } from "vitest";
import { Database } from "../../database/database.ts";
import { openPool } from "../../database/pools.ts";
import { randomIds } from "../../kernel/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { auditJobs, writeAudit } from "./index.ts";

let base: TestDatabase;
let other: Database;
beforeAll(async () => {
  base = await createTestDatabase();
  other = new Database(
    openPool({ url: base.appUrl, role: "idanimo_app", size: 4, name: "test-other", onConnectionError: () => {} }),
  );
});
beforeEach(async () => {
  await base.setClockOffset(0);
  const emptied = ["audit_heads", "audit_seals", "seals_due", "audit_log"]
    .map((table) => `delete from ${table};`)
    .join("");
  await base.owner.query(`begin; set local session_replication_role = replica; ${emptied} commit`);
});
afterEach(() => base.checkInvariants());
afterAll(async () => {
  await other.close();
  await base.close();
});

const seal = (db = base.db) => auditJobs(db).seal_audit();
const write = (count: number, db = base.db) =>
  db.transaction("system", async (tx) => {
    for (let at = 0; at < count; at += 1)
      await writeAudit(tx, randomIds, { actorKind: "system", action: "tested", objectId: randomIds.rowId() });
  });
type Finding = { readonly finding: string; readonly at_position: bigint | null };
const verify = async () => (await base.owner.query<Finding>("select finding, at_position from verify_audit()")).rows;
const positions = async () =>
  (await base.owner.query<{ position: bigint }>("select position from audit_seals order by position")).rows.map((row) =>
    Number(row.position),
  );
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** The findings of `verify_audit` after SQL that bypasses the triggers; rolled back. */
async function afterBreaking(broken: string): Promise<readonly Finding[]> {
  const client = await base.owner.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${broken}`);
    return (await client.query<Finding>("select finding, at_position from verify_audit()")).rows;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("writes rows unchained; the job chains each of them once, in order [R-10]", async () => {
  await write(5);
  expect(await positions()).toEqual([]);
  await seal();
  await seal();
  expect(await positions()).toEqual(upTo(5));
  const { rows } = await base.owner.query(
    "select from audit_seals s join audit_log l on l.id = s.audit_id join audit_seals n on n.position = s.position + 1 join audit_log m on m.id = n.audit_id where m.at < l.at",
  );
  expect(rows).toEqual([]);
  expect(await verify()).toEqual([]);
});

test("seals a backlog of several transactions in one run and one chain [R-10]", async () => {
  await base.owner.query(
    "insert into audit_log (id, actor_kind, action, reason) select gen_random_uuid(), 'system', 'tested', '' from generate_series(1, 10001)",
  );
  await seal();
  const { rows } = await base.owner.query("select count(*)::int, max(position)::int as head from audit_seals");
  expect(rows).toEqual([{ count: 10_001, head: 10_001 }]);
  expect(await verify()).toEqual([]);
});

test("builds one chain when two processes seal and write at once [R-10]", async () => {
  const rounds = Array.from({ length: 10 }, () => [write(7), write(7, other), seal(), seal(other)]).flat();
  await Promise.all(rounds);
  await seal();
  expect(await positions()).toEqual(upTo(140));
  expect(await verify()).toEqual([]);
});

test("chains a row of a late transaction late, in a valid chain [R-10]", async () => {
  const client = await base.db.pool.connect();
  await client.query(
    "begin; insert into audit_log (id, actor_kind, action, reason) values (gen_random_uuid(), 'user', 'late', '')",
  );
  await write(3);
  await seal();
  await client.query("commit");
  client.release();
  await seal();
  expect(await positions()).toEqual(upTo(4));
  expect(await verify()).toEqual([]);
});

describe("verify_audit [T-75]", () => {
  beforeEach(async () => {
    await write(10);
    await seal();
  });
  const rowAt = (position: number) => `(select audit_id from audit_seals where position = ${position})`;

  test.each([
    ["a changed row", `update audit_log set reason = 'other' where id = ${rowAt(4)}`, "row changed", 4n],
    [
      "a changed time",
      `update audit_log set at = at + interval '1 microsecond' where id = ${rowAt(7)}`,
      "row changed",
      7n,
    ],
    ["a changed actor", `update audit_log set actor_id = gen_random_uuid() where id = ${rowAt(1)}`, "row changed", 1n],
    [
      "two changed rows",
      `update audit_log set action = 'other' where id in (${rowAt(9)}, ${rowAt(3)})`,
      "row changed",
      3n,
    ],
    [
      "a row inserted with a seal of its own",
      "update audit_seals set position = position + 100 where position > 5; update audit_seals set position = position - 99 where position > 100; insert into audit_log (id, actor_kind, action, reason) values ('00000000-0000-4000-8000-000000000001', 'system', 'forged', ''); insert into audit_seals (position, audit_id, hash) select 6, '00000000-0000-4000-8000-000000000001', sha256(hash || 'x') from audit_seals where position = 5",
      "row changed",
      6n,
    ],
    ["a deleted row", `delete from audit_log where id = ${rowAt(5)}`, "row missing", 5n],
    ["a deleted seal", "delete from audit_seals where position = 6", "seal missing", 6n],
    ["a deleted first seal", "delete from audit_seals where position = 1", "seal missing", 1n],
    ["a changed seal", "update audit_seals set hash = sha256(hash) where position = 8", "row changed", 8n],
    [
      "two swapped rows",
      "update audit_seals set position = -position where position in (2, 3); update audit_seals set position = case position when -2 then 3 else 2 end where position < 0",
      "row changed",
      2n,
    ],
  ])("finds %s", async (_what, broken, finding, at) => {
    expect(await afterBreaking(broken)).toEqual([{ finding, at_position: at }]);
  });

  test("finds a row that stays unsealed for a minute", async () => {
    await write(1);
    expect(await verify()).toEqual([]);
    await base.setClockOffset(61_000);
    expect(await verify()).toEqual([{ finding: "unsealed", at_position: null }]);
    await seal();
    expect(await verify()).toEqual([]);
  });

  test("finds a row inserted past the chain, and one deleted before its seal", async () => {
    await write(1);
    await base.setClockOffset(61_000);
    const waiting = "(select row_id from seals_due)";
    expect(await afterBreaking("delete from seals_due")).toEqual([{ finding: "unsealed", at_position: null }]);
    expect(await afterBreaking(`delete from audit_log where id = ${waiting}`)).toEqual([
      { finding: "row missing", at_position: null },
    ]);
  });

  test("finds a chain truncated and sealed anew, by the head of the day before", async () => {
    await base.setClockOffset(86_400_000);
    await write(1);
    await seal();
    const heads = await base.owner.query<{ position: bigint }>("select position from audit_heads");
    expect(heads.rows).toEqual([{ position: 10n }]);
    const forged = `delete from audit_seals; insert into seals_due select at, id, 'audit' from audit_log; update audit_log set reason = 'forged' where action = 'tested'; select seal_audit()`;
    expect((await afterBreaking(forged)).map((found) => found.finding)).toEqual(["head differs"]);
  });
});

test("stores one head per day with rows, over gaps and repeated sealing [R-10]", async () => {
  for (const day of [0, 1, 1, 4]) {
    await base.setClockOffset(day * 86_400_000);
    await write(2);
    await seal();
    await seal(other);
  }
  const { rows } = await base.owner.query<{ position: bigint; ago: number }>(
    "select position, product_now()::date - day as ago from audit_heads order by day",
  );
  expect(rows).toEqual([
    { position: 2n, ago: 4 },
    { position: 6n, ago: 3 },
  ]);
  expect(await verify()).toEqual([]);
});

test("rejects an action that is not a plain word, and a long reason", async () => {
  for (const entry of [{ action: "Paid it" }, { action: "paid", reason: "x".repeat(201) }])
    await expect(
      base.db.transaction("system", (tx) => writeAudit(tx, randomIds, { actorKind: "user", ...entry })),
    ).rejects.toThrow("check constraint");
});
