import { randomBytes } from "node:crypto";
import type { Product } from "./product.ts";

/** Requests whose time is over, as rows: each with a key, a sealed record of 2 KB, a question, an answer and a letter. */

/** Rows that one statement makes. */
const atOnce = 10_000;
const hashed = (text: string) => `sha256((id::text || '${text}')::bytea)`;

/** Fills the tables of programs that stand still, with triggers off, as in a restore. Nothing is due yet. */
export async function fillBacklog({ owner, keys }: Product, count: number): Promise<void> {
  await owner.query("set session_replication_role = replica");
  for (let made = 0; made < count; made += atOnce) {
    const some = Math.min(atOnce, count - made);
    const { rows } = await owner.query<{ id: string }>(fillSql, [some]);
    await keys.query(
      "insert into record_keys (id, wrapped) select id, $2 || sha256(id::text::bytea) from unnest($1::uuid[]) id",
      [rows.map(({ id }) => id), randomBytes(33)],
    );
  }
  await owner.query("set session_replication_role = origin");
  await owner.query("vacuum analyze");
  await keys.query("vacuum analyze");
  await owner.query("checkpoint");
}

const fillSql = `
  with made as materialized (
    select gen_random_uuid() as id, u.id as owner_id, n from (select id from users order by email limit 1) u, generate_series(1, $1::int) n
  ), items as (
    insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, outcome)
    select id, id, owner_id, 0, 'nin', 50000, 8800, 'closed', 'DELIVERED' from made
  ), requests as (
    insert into verification_requests (id, owner_id, search_type, retention_class, search_sealed, value_masked, value_hash, purge_due_at)
    select id, owner_id, 'nin', 'person', ${hashed("a")} || ${hashed("b")}, '*********42', ${hashed("c")}, now() + interval '1 year' from made
  ), asked as (
    insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, state, contact_sealed, phone_hash, token_hash,
      code_hash, asked_at, deadline, decided_at, decided_by, gone_at)
    select id, owner_id, 'nin', 'person', 'employment', 'granted', ${hashed("d")} || ${hashed("e")}, ${hashed("f")}, ${hashed("g")},
      ${hashed("h")}, now(), now(), now(), 'page', now() + interval '1 year' from made
  ), attempts as (
    insert into lookup_attempts (id, request_id, provider, finished_at, result, answer_sealed)
    select gen_random_uuid(), id, 'register', now(), 'found', ${hashed("i")} from made
  ), told as (
    insert into outbox_messages (id, channel, kind, key_id, request_id, sealed, state)
    select gen_random_uuid(), 'sms', 'consent_request', id, id, ${hashed("j")}, 'failed' from made
  ), results as (
    insert into results (request_id, owner_id, sealed, source)
    select id, owner_id, (select string_agg(sha256((made.id::text || part)::bytea), '') from generate_series(1, 64) part), 'register' from made
  )
  select id from made`;

/** Makes so many of the requests due now. @returns their ids */
export async function makeDue({ owner }: Product, count: number): Promise<readonly string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `update verification_requests set purge_due_at = now() where id in (
       select id from verification_requests where purged_at is null and purge_due_at > now() limit $1) returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

const leftSql = `
  select (select count(*) from verification_requests where purged_at is not null) as purged,
    (select count(*) from verification_requests where purged_at is not null and num_nonnulls(search_sealed, value_hash) > 0)
    + (select count(*) from results x join verification_requests r on r.id = x.request_id where r.purged_at is not null)
    + (select count(*) from consents x join verification_requests r on r.id = x.request_id
       where r.purged_at is not null and num_nonnulls(contact_sealed, phone_hash, code_hash) > 0)
    + (select count(*) from lookup_attempts x join verification_requests r on r.id = x.request_id where r.purged_at is not null and answer_sealed is not null)
    + (select count(*) from outbox_messages x join verification_requests r on r.id = x.request_id where r.purged_at is not null and sealed is not null) as half,
    (select count(*) from audit_log where action = 'purged') as audited`;

/** The books after a purge: throws unless each request is whole or gone, with one audit row. */
export async function checkBooks({ owner, keys }: Product, purged: number, left: number): Promise<void> {
  const main = (await owner.query<Record<string, string>>(leftSql)).rows[0] ?? {};
  const kept = await keys.query<{ count: string }>(
    "select count(*) from record_keys where id not in (select unnest($1::uuid[]))",
    [(await owner.query<{ id: string }>("select id from users")).rows.map(({ id }) => id)],
  );
  const told = { ...main, keys: kept.rows[0]?.count };
  const wanted = { purged: String(purged), half: "0", audited: String(purged), keys: String(left) };
  if (JSON.stringify(told) !== JSON.stringify(wanted))
    throw new Error(`the books say ${JSON.stringify(told)}, not ${JSON.stringify(wanted)}`);
}
