import { recordPartIds } from "@idanimo/contract/record-parts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createTestDatabase as createEmptyDatabase } from "../../database/embedded/testing.ts";
import { migrate } from "../../database/migrate.ts";
import { openPool } from "../../database/pools.ts";
import { randomIds } from "../../kernel/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { auditJobs, writeAudit } from "./index.ts";

/** Consent evidence is part of the same chain as audit rows. */

let base: TestDatabase;
const requestId = randomIds.publicId();
const ownerId = randomIds.publicId();
const aRequest = `insert into verification_requests (id, owner_id, search_type, retention_class, value_masked) values ('${requestId}', '${ownerId}', 'nin', 'person', '*********01')`;
beforeAll(async () => void (base = await createTestDatabase()));
beforeEach(async () => {
  await base.setClockOffset(0);
  const tables = ["audit_heads", "audit_seals", "seals_due", "audit_log", "consent_evidence", "verification_requests"];
  await base.owner.query(
    `begin; set local session_replication_role = replica; ${tables.map((table) => `delete from ${table};`).join("")} ${aRequest}; commit`,
  );
});
afterAll(() => base.close());

const seal = () => auditJobs(base.db).seal_audit();
const audit = () =>
  base.db.transaction("system", (tx) => writeAudit(tx, randomIds, { actorKind: "system", action: "tested" }));
const prove = (event: string) =>
  base.db.transaction("system", (tx) =>
    tx
      .insertInto("consent_evidence")
      .values({
        id: randomIds.rowId(),
        request_id: requestId,
        owner_id: ownerId,
        event,
        channel: "sms",
        text_version: "2026-11-21",
        code_hash: Buffer.alloc(32, 7),
        // only the version before writes these two
        parts: ["identity", "picture"],
        withheld: event === "granted" ? ["picture"] : [],
        language: "en",
        parts_offered: ["identity", "photo", "address"],
        parts_chosen: event === "granted" ? ["identity", "photo"] : [],
        rule_version: "2026-11-26.1",
      })
      .execute(),
  );
type Finding = { readonly finding: string; readonly at_position: bigint | null; readonly row_kind: string | null };
const asked = "select finding, at_position, row_kind from verify_audit()";
const verify = async () => (await base.owner.query<Finding>(asked)).rows;

/** The findings of `verify_audit` after SQL that bypasses the triggers; rolled back. */
async function afterBreaking(broken: string): Promise<readonly Finding[]> {
  const client = await base.owner.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${broken}`);
    return (await client.query<Finding>(asked)).rows;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("chains audit rows and consent evidence together, in the order written [R-10 T-47]", async () => {
  for (const one of [audit, () => prove("asked"), audit, () => prove("granted"), () => prove("withdrawn"), audit])
    await one();
  await seal();
  const { rows } = await base.owner.query<{ what: string }>(
    `select coalesce(l.action, e.event) as what from audit_seals s left join audit_log l on l.id = s.audit_id
     left join consent_evidence e on e.id = s.evidence_id order by s.position`,
  );
  expect(rows.map(({ what }) => what)).toEqual(["tested", "asked", "tested", "granted", "withdrawn", "tested"]);
  expect(await verify()).toEqual([]);
});

describe("verify_audit [T-47 T-75]", () => {
  beforeEach(async () => {
    await audit();
    await prove("asked");
    await audit();
    await prove("granted");
    await audit();
    await seal();
  });
  /** Evidence has seals 2 and 4. */
  const at = (position: number) => `(select evidence_id from audit_seals where position = ${position})`;

  const others: Readonly<Record<string, string>> = {
    id: "gen_random_uuid()",
    request_id: "gen_random_uuid()",
    owner_id: "gen_random_uuid()",
    event: "'denied'",
    channel: "'page'",
    text_version: "'2025-01-01'",
    code_hash: "sha256(code_hash)",
    at: "at + interval '1 microsecond'",
    parts: "parts || '{family}'",
    withheld: "'{identity}'",
    language: "'pcm'",
    parts_offered: "parts_offered || '{family}'",
    parts_chosen: "'{identity,address}'",
    rule_version: "'2026-11-26.2'",
  };
  test("finds a change of any column, since the seal covers all of them", async () => {
    const { rows } = await base.owner.query<{ column: string }>(
      `select column_name as "column" from information_schema.columns where table_name = 'consent_evidence'`,
    );
    expect(rows.map(({ column }) => column).toSorted()).toEqual(Object.keys(others).toSorted());
    for (const { column } of rows) {
      const finding = column === "id" ? "row missing" : "row changed";
      const broken = `update consent_evidence set ${column} = ${others[column]} where id = ${at(4)}`;
      expect([column, ...(await afterBreaking(broken))]).toEqual([
        column,
        { finding, at_position: 4n, row_kind: "evidence" },
      ]);
    }
  });

  test.each([
    ["deleted evidence", `delete from consent_evidence where id = ${at(2)}`, "row missing", 2n, "evidence"],
    ["the deleted seal of evidence", "delete from audit_seals where position = 2", "seal missing", 2n, null],
    [
      "two swapped rows of evidence",
      "update audit_seals set position = -position where position in (2, 4); update audit_seals set position = position + 6 where position < 0",
      "row changed",
      2n,
      "evidence",
    ],
    [
      "evidence swapped with an audit row",
      "update audit_seals set position = -position where position in (1, 2); update audit_seals set position = position + 3 where position < 0",
      "row changed",
      1n,
      "evidence",
    ],
  ])("finds %s", async (_what, broken, finding, position, kind) => {
    expect(await afterBreaking(broken)).toEqual([{ finding, at_position: position, row_kind: kind }]);
  });

  test("finds evidence inserted past the chain", async () => {
    const forged = `insert into consent_evidence (id, request_id, owner_id, event, at) values (gen_random_uuid(), '${requestId}', '${ownerId}', 'granted', product_now() - interval '61 seconds')`;
    expect(await afterBreaking(forged)).toEqual([{ finding: "unsealed", at_position: null, row_kind: "evidence" }]);
  });
});

test("accepts only codes and hashes in evidence, never personal data [T-47]", async () => {
  const rejected: readonly Readonly<Record<string, unknown>>[] = [
    { event: "Ada Obi said yes" },
    { event: "+2348030000001" },
    { text_version: "ada@example.test" },
    { code_hash: Buffer.from("K7PQ2M") },
    { parts: ["12345678901"] },
    { parts: ["identity"], withheld: ["family"] },
    { parts_offered: ["12345678901"] },
    { parts_offered: ["identity"], parts_chosen: ["identity", "family"] },
    { language: "Ada Obi" },
    { rule_version: "ada@example.test" },
    { channel: "+2348030000001" },
  ];
  for (const columns of rejected) {
    const row = { event: "asked", ...columns };
    const names = Object.keys(row);
    const text = `insert into consent_evidence (id, request_id, owner_id, ${names.join(", ")}) values (gen_random_uuid(), '${requestId}', '${ownerId}', ${names.map((_name, position) => `$${position + 1}`).join(", ")})`;
    await expect(base.owner.query(text, Object.values(row))).rejects.toThrow("check constraint");
  }
  expect(recordPartIds.join(" ")).toMatch(/^[a-z_ ]{1,200}$/); // evidence can name every existing part
});

test("migrates and seals as an owner without superuser rights [R-10 R-15]", async () => {
  const made = await createEmptyDatabase(inject("pgUrl"));
  const role = `plain_${made.name}`; // as docs/running.md creates it: row-level security applies to the owner too
  const server = openPool({ url: made.url, size: 1, name: "test-server", onConnectionError: () => {} });
  await server.query(
    `create role ${role} createrole; grant idanimo_app, idanimo_console to ${role} with admin option; alter database ${made.name} owner to ${role}`,
  );
  const pool = openPool({ url: made.url, role, size: 2, name: "test-plain", onConnectionError: () => {} });
  try {
    await migrate(pool);
    const anAudit =
      "insert into audit_log (id, actor_kind, action, reason) select gen_random_uuid(), 'user', 'plain', '' from generate_series(1, 4)";
    const anEvidence = `insert into consent_evidence (id, request_id, owner_id, event) values (gen_random_uuid(), '${requestId}', '${ownerId}', 'asked')`;
    await server.query(`begin; set local session_replication_role = replica; ${aRequest}; commit`);
    await pool.query(`begin; set local idanimo.owner = 'system'; ${anAudit}; ${anEvidence}; commit`);
    expect((await pool.query("select seal_audit() as sealed")).rows).toEqual([{ sealed: 5 }]);
    expect((await pool.query("select finding from verify_audit()")).rows).toEqual([]);
    expect(await migrate(pool)).toEqual([]);
  } finally {
    await pool.end();
    await server.end();
    await made.drop();
    await base.owner.query(`drop role ${role}`);
  }
});
