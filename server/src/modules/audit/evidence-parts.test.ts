import { disclosureRuleVersion, recordPartIds } from "@idanimo/contract/record-parts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { auditJobs } from "./index.ts";

/** The seals cover how a decision was made: its language, its parts and the version of the rules. */

let base: TestDatabase;
const [requestId, ownerId, evidenceId] = [randomIds.publicId(), randomIds.publicId(), randomIds.rowId()];
beforeAll(async () => {
  base = await createTestDatabase();
  const aRequest = `insert into verification_requests (id, owner_id, search_type, retention_class, value_masked) values ('${requestId}', '${ownerId}', 'nin', 'person', '*********01')`;
  await base.owner.query(`begin; set local session_replication_role = replica; ${aRequest}; commit`);
  await base.db.transaction("system", (tx) =>
    tx
      .insertInto("consent_evidence")
      .values({
        id: evidenceId,
        request_id: requestId,
        owner_id: ownerId,
        event: "granted",
        channel: "page",
        text_version: "2026-11-26.3",
        code_hash: null,
        language: "pcm",
        parts_offered: ["identity", "photo", "family"],
        parts_chosen: ["identity", "photo"],
        rule_version: disclosureRuleVersion,
      })
      .execute(),
  );
  await auditJobs(base.db).seal_audit();
});
afterAll(() => base.close());

type Finding = { readonly finding: string; readonly row_kind: string | null };

/** The findings of `verify_audit` after SQL that bypasses the triggers; rolled back. */
async function afterBreaking(broken: string): Promise<readonly Finding[]> {
  const client = await base.owner.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${broken}`);
    return (await client.query<Finding>("select finding, row_kind from verify_audit()")).rows;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("verify_audit accepts untouched evidence with parts [CL-09]", async () => {
  expect(await afterBreaking("select 1")).toEqual([]);
});

test.each([
  ["the language", "language = 'en'"],
  ["a removed language", "language = null"],
  ["a part more that was offered", "parts_offered = parts_offered || '{religion}'"],
  ["a part less that was offered", "parts_offered = '{identity,photo}'"],
  ["the order of the offered parts", "parts_offered = '{photo,identity,family}'"],
  ["a part more that was chosen", "parts_chosen = parts_chosen || '{family}'"],
  ["no chosen part", "parts_chosen = '{}'"],
  ["the version of the rules", "rule_version = '2020-01-01'"],
  ["a removed version of the rules", "rule_version = null"],
])("verify_audit finds a change of %s in a sealed row [CL-09 T-47]", async (_what, change) => {
  expect(await afterBreaking(`update consent_evidence set ${change} where id = '${evidenceId}'`)).toEqual([
    { finding: "row changed", row_kind: "evidence" },
  ]);
});

test("evidence accepts no chosen part that was not offered, and no personal data [CL-09]", async () => {
  const rejected = [
    "language = 'Ada Obi'",
    "rule_version = 'ada@example.test'",
    "parts_offered = '{12345678901}', parts_chosen = '{}'",
    "parts_chosen = '{religion}'",
  ];
  for (const change of rejected)
    await expect(afterBreaking(`update consent_evidence set ${change} where id = '${evidenceId}'`)).rejects.toThrow(
      "check constraint",
    );
  const all = recordPartIds.join(",");
  const update = `update consent_evidence set parts_offered = '{${all}}' where id = '${evidenceId}'`;
  expect(await afterBreaking(update)).toHaveLength(1); // every part has a name that evidence accepts
});
