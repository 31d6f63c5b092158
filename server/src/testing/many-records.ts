import { phoneOf } from "./phones.ts";
import { maskValue } from "@idanimo/contract/masking";
import { disclosureFor } from "@idanimo/contract/record-parts";
import { randomIds } from "../kernel/ids.ts";
import { sealDeliveryDetails } from "../modules/consent/contact.ts";
import { sealPieces } from "../modules/results/record.ts";
import { sealSearchValues } from "../modules/verification/search-values.ts";
import { randomNin, type TestApp, type TestUser } from "./app.ts";

/** Many records with granted consent, inserted into the tables, each with its own keys and sealed values. */

export type GrantedRecord = { readonly id: string; readonly nin: string; readonly phone: string };

const sql = `
  with made as (
    select * from unnest($3::uuid[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[])
      with ordinality as m (id, masked, search, hash, contact, phone_hash, n)
  ), bought as (
    insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote,
      created_at, quote_ends_at, paid_at, payment_type, completed_at)
    values ($2::uuid, 'made-' || $2, 'EA' || $9, $1, 'completed', 'NGN', 50000, 8800, 150000, '[]', now(), now(), now(), 'WALLET', now())
  ), items as (
    insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, outcome)
    select id, $2, $1, n, 'nin', 50000, 8800, 'closed', 'DELIVERED' from made
  ), requests as (
    insert into verification_requests (id, owner_id, search_type, retention_class, search_sealed, value_masked, value_hash, purge_due_at)
    select id, $1, 'nin', 'person', search, masked, hash, now() + interval '1 day' from made
  ), asked as (
    insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, state, contact_sealed, phone_hash, token_hash,
      code_hash, text_version, asked_at, deadline, decided_at, decided_by, expires_at, parts_required, parts_offered, parts_granted, rule_version)
    select id, $1, 'nin', 'person', 'employment', 'granted', contact, phone_hash, sha256(id::text::bytea), sha256(contact), 'test',
      now(), now() + interval '1 day', now(), 'page', now() + interval '1 day', $10::text[], $11::text[], $10::text[] || $11::text[], 'test' from made
  ), attempts as (
    insert into lookup_attempts (id, request_id, provider, finished_at, result, response_sealed)
    select gen_random_uuid(), id, 'fake_register', now(), 'found', contact from made
  ), messages as (
    insert into outbox_messages (id, channel, kind, key_id, request_id, sealed)
    select gen_random_uuid(), 'sms', 'consent_request', id, id, contact from made
  ), pieces as (
    insert into result_parts (key_id, request_id, owner_id, parts, sealed)
    select key_id, request_id, $1, string_to_array(parts, ' '), sealed
    from unnest($12::uuid[], $13::uuid[], $14::text[], $15::bytea[]) as p (key_id, request_id, parts, sealed)
  )
  insert into results (request_id, owner_id, sealed, source) select id, $1, null, 'fake_register' from made`;

const { required, optional } = disclosureFor("nin", "employment") ?? { required: [], optional: [] };

/**
 * Inserts records of one account that all expire at the same time a day from now. Their payments are not in the
 * ledger, so `checkInvariants` cannot be used.
 * @param fieldsOf the fields of each record
 */
export async function insertGrantedRecords(
  app: TestApp,
  user: TestUser,
  count: number,
  fieldsOf: (nin: string) => Readonly<Record<string, string>>,
): Promise<readonly GrantedRecord[]> {
  const made = Array.from({ length: count }, () => ({ id: randomIds.publicId(), nin: randomNin() })).map((one) => ({
    ...one,
    phone: phoneOf(one.nin),
  }));
  const ids = made.map(({ id }) => id);
  const keys = await app.keys.createMany(ids);
  const sealed = <Value>(seal: (key: Buffer, one: GrantedRecord) => Value) =>
    made.flatMap((one, at) => {
      const key = keys[at];
      return key ? [seal(key, one)] : [];
    });
  const pieces = (
    await Promise.all(
      made.map(async ({ id: requestId, nin }) => {
        const sealedPieces = await sealPieces({ keys: app.keys, ids: randomIds }, "nin", fieldsOf(nin), [
          ...required,
          ...optional,
        ]);
        return sealedPieces.map((piece) => ({ requestId, ...piece }));
      }),
    )
  ).flat();
  const client = await app.owner.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    await client.query(sql, [
      user.id,
      randomIds.publicId(),
      ids,
      made.map(({ nin }) => maskValue(nin)),
      sealed((key, { id, nin }) => sealSearchValues(key, id, { nin })),
      made.map(({ nin }) => app.vault.indexHash("nin", nin)),
      sealed((key, { id, phone }) =>
        sealDeliveryDetails(key, id, { phone, mail: null, code: "ACDEFH", token: "x", mailToken: "y" }),
      ),
      made.map(({ phone }) => app.vault.indexHash("phone", phone)),
      randomIds.digits(14),
      [...required],
      [...optional],
      pieces.map(({ keyId }) => keyId),
      pieces.map(({ requestId }) => requestId),
      pieces.map(({ parts }) => parts.join(" ")),
      pieces.map(({ sealed: piece }) => piece),
    ]);
    await client.query("commit");
  } finally {
    client.release();
  }
  return made;
}

/** Inserts a row for a record into each table that may refer to its request, account or person. */
export async function insertRelatedRows(app: TestApp, user: TestUser, id: string): Promise<void> {
  const hash = "sha256($1::text::bytea)";
  const made: readonly (readonly [into: string, values: string])[] = [
    [
      "result_files (request_id, owner_id, name, media_type, sealed)",
      `$1::uuid, $2::uuid, 'source.pdf', 'application/pdf', ${hash}`,
    ],
    [
      "consent_evidence (id, request_id, owner_id, event, code_hash)",
      `gen_random_uuid(), $1::uuid, $2::uuid, 'asked', ${hash}`,
    ],
    ["subject_index (contact_hash, kind, request_id)", `${hash}, 'phone', $1::uuid`],
    [
      "subject_cases (id, reference, kind, contact_hash, request_id, owner_id, sealed, due_at)",
      `gen_random_uuid(), 'ID-' || upper(substr(md5($1::text), 1, 6)), 'misuse', ${hash}, $1::uuid, $2::uuid, ${hash}, now()`,
    ],
    [
      "reports (code, request_id, owner_id, source, sha256)",
      `translate(substr(upper($1::text), 1, 5), '01', '22') || '-22222-22222-22222', $1::uuid, $2::uuid, 'x', ${hash}`,
    ],
    ["subject_blocks (id, contact_hash, owner_id)", `gen_random_uuid(), ${hash}, $2::uuid`],
    ["subject_sessions (token_hash, phone_hash, way, ends_at)", `${hash}, ${hash}, 'code', now() + interval '1 hour'`],
    [
      "subject_codes (id, contact_hash, kind, code_hash, attempts_left, ends_at)",
      `gen_random_uuid(), ${hash}, 'phone', ${hash}, 5, now() + interval '1 hour'`,
    ],
    ["searched_numbers (hash, request_id, owner_id)", `${hash}, $1::uuid, $2::uuid`],
    [
      "answer_counters (owner_id, subject_hash, question, request_id, ends_at)",
      `$2::uuid, ${hash}, 'over_age', $1::uuid, now() + interval '90 days'`,
    ],
    ["request_labels (request_id, owner_id, label_sealed, created_at)", `$1::uuid, $2::uuid, ${hash}, now()`],
    ["request_label_words (owner_id, word_hash, created_at, request_id)", `$2::uuid, ${hash}, now(), $1::uuid`],
    ["bulk_uploads (id, owner_id, records)", "$1::uuid, $2::uuid, 1"],
    ["bulk_chunks (upload_id, owner_id, number, sealed)", `$1::uuid, $2::uuid, 1, ${hash}`],
  ];
  for (const [into, values] of made)
    await app.owner.query(`insert into ${into} select ${values} from (select $1::uuid, $2::uuid) given`, [id, user.id]);
}
