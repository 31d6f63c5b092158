import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { insertGrantedRecords, insertRelatedRows } from "../../testing/many-records.ts";

/**
 * Checks what the purge leaves by reading the schema: a new column of bytes must be erased, or be listed here with
 * its reason.
 */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());

/** Columns of a request that remain after its purge. */
const retainedColumns: Readonly<Record<string, string>> = {
  "answer_counters.subject_hash": "that an account asked one question: keyed, until the question's period ends",
  "consents.token_hash": "SHA-256 of the link's 256 random bits: it opens the person's receipt for 12 months",
  "consents.mail_token_hash": "the same for the link in the email",
  "consent_evidence.code_hash": "evidence of the code that was entered; keyed with a pepper outside the database",
  "request_labels.label_sealed":
    "the requester's own note, with the account's key, for 90 days: tells which request it was",
  "request_label_words.word_hash": "keyed hashes of that note's words; deleted with it",
  "subject_index.contact_hash": "finds the requests about a person for their own page: keyed, 12 months by design",
  "subject_cases.contact_hash": "the subject of a case: keyed; erased with the case",
  "subject_cases.sealed": "the person's message to us, sealed with the case's own key until a year after the answer",
  "reports.sha256": "hash of a complete issued report, to verify it; cannot be guessed",
};
/**
 * Columns that belong to no request. They expire by other rules: see `expired-rows.ts` and the bulk files' jobs.
 */
const tablesWithoutRequest = [
  // marks that an account made a request, so that it cannot repeat it within the day: a keyed hash of account and
  // value, kept for 24 hours
  "recent_lookup_values.hash",
  "api_key_secrets.secret_hash",
  "api_requests.idempotency_key_hash", // of a program's own key, keyed, for 30 days
  "approvals.facts_hash",
  "audit_bridges.before_hash",
  "audit_bridges.last_hash",
  "audit_heads.hash",
  "audit_seals.hash",
  "bulk_chunks.labels_sealed",
  "bulk_chunks.sealed",
  // different names that an account compared with a number: keyed hashes, stored for 24 hours
  "compared_names.name_hash",
  "compared_names.number_hash",
  "idempotency_keys.body_hash",
  "invitations.token_hash",
  "known_devices.device_hash",
  "closed_requesters.mailbox_hash",
  "closed_requesters.sealed",
  "mailed_tokens.token_hash",
  "finds.value_hash",
  "operator_invitations.token_hash",
  "operator_keys.key_hash",
  "operator_passkeys.public_key",
  "operator_recovery_codes.code_hash",
  "operator_sign_in_tickets.token_hash",
  "operator_sign_ins.token_hash",
  "operators.totp_sealed",
  "passkeys.public_key",
  "pay_outs.sealed",
  "profile_images.bytes",
  "recovery_codes.code_hash",
  "registrations.code_hash",
  "registrations.details_sealed",
  "registrations.mail_code_hash",
  "scim_tokens.token_hash",
  "sign_in_tickets.token_hash",
  "sign_ins.token_hash",
  "spent_nonces.nonce_hash",
  "webhook_secrets.sealed",
  "subject_blocks.contact_hash",
  "subject_codes.code_hash",
  "subject_codes.contact_hash",
  "sso_connections.client_secret_sealed",
  "subject_sessions.contact_sealed",
  "subject_sessions.mail_hash",
  "subject_sessions.phone_hash",
  "subject_sessions.token_hash",
  "users.nin_sealed",
  "users.totp_sealed",
];

type Column = {
  readonly table: string;
  readonly column: string;
  readonly key: string | null;
  readonly nullable: boolean;
};
const columnName = ({ table, column }: Column) => `${table}.${column}`;

/** Every column of bytes, with the column that refers to the request, if its table has one. */
async function findByteColumns(): Promise<readonly Column[]> {
  const found = await app.owner.query<Column>(`
    select c.table_name as "table", c.column_name as "column", c.is_nullable = 'YES' as nullable,
      case when c.table_name = 'verification_requests' then 'id'
        when exists (select from information_schema.columns k where k.table_schema = 'public' and k.table_name = c.table_name
          and k.column_name = 'request_id') then 'request_id' end as key
    from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    where c.table_schema = 'public' and c.udt_name in ('bytea', '_bytea') order by 1, 2`);
  return found.rows;
}

/** Which of the columns are filled for a request. */
async function findFilledColumns(columns: readonly Column[], id: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const one of columns) {
    const { table, column, key } = one;
    const rows = await app.owner.query(`select from ${table} where ${key} = $1 and ${column} is not null`, [id]);
    if ((rows.rowCount ?? 0) > 0) names.push(columnName(one));
  }
  return names;
}

test("empties every column of bytes of a request but the listed ones [T-52 T-53 EXPIRY-04]", async () => {
  const user = await app.user();
  const [over, open] = await insertGrantedRecords(app, user, 2, (nin) => ({ firstname: nin }));
  if (!over || !open) throw new Error("no records");
  const columns = await findByteColumns();
  const ofRequest = columns.filter(({ key }) => key !== null);
  const others = columns.filter(({ key }) => key === null).map(columnName);
  expect(others.filter((name) => !tablesWithoutRequest.includes(name))).toEqual([]);
  for (const { id } of [over, open]) {
    await insertRelatedRows(app, user, id);
    // and fill each column
    for (const { table, column, key, nullable } of ofRequest) {
      const client = await app.owner.connect();
      await client.query("begin; set local session_replication_role = replica");
      if (nullable)
        await client.query(
          `update ${table} set ${column} = coalesce(${column}, sha256($1::text::bytea)) where ${key} = $1::uuid`,
          [id],
        );
      await client.query("commit");
      client.release();
    }
    expect(await findFilledColumns(ofRequest, id)).toEqual(ofRequest.map(columnName)); // otherwise the test would prove nothing
  }
  await app.owner.query("update verification_requests set purge_due_at = now() where id = $1", [over.id]);
  await app.runSchedule("purge_due");
  expect(await findFilledColumns(ofRequest, over.id)).toEqual(
    ofRequest.map(columnName).filter((name) => name in retainedColumns),
  );
  expect(Object.keys(retainedColumns).filter((name) => !ofRequest.map(columnName).includes(name))).toEqual([]);
  expect(await findFilledColumns(ofRequest, open.id)).toEqual(ofRequest.map(columnName)); // not due yet
});
