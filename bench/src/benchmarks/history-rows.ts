import type pg from "pg";

/** Rows of the product's own tables after a year of use, generated in the database. */

/** How many rows, and that one of so many belongs to the measured account. */
export type Filling = { readonly rows: number; readonly ownEvery: number };

/** Rows of one statement; more do not fit into memory. */
const batch = 500_000;
/** Age of the newest row: every record has expired, so that nothing changes during the measurement. */
const newestDaysAgo = 30;
const days = 335;

/**
 * Fills a database whose programs are stopped, without triggers and foreign keys, as a restore does. The measured account also gets
 * purchases and the counters of its rows.
 */
export async function fillHistory(database: pg.Pool, accountId: string, { rows, ownEvery }: Filling): Promise<void> {
  const client = await database.connect();
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
  const indexes = (await client.query<{ name: string; text: string }>(indexesQuery)).rows;
  for (const { name } of indexes) await client.query(`drop index ${name}`); // created again at the end, which is faster
  await client.query(
    "create unlogged table generated (id uuid, purchase_id uuid, owner_id uuid, n int, search_type text, outcome text, record_ended text, created_at timestamptz)",
  );
  for (let from = 1; from <= rows; from += batch) {
    await client.query("truncate generated");
    await client.query(generatedQuery, [accountId, rows, ownEvery, from, Math.min(rows, from + batch - 1)]);
    for (const text of [itemsQuery, requestsQuery, consentsQuery]) await client.query(text);
    await client.query(purchasesQuery, [accountId]);
  }
  await client.query("drop table generated");
  for (const { text } of indexes) await client.query(text);
  await client.query(totalsQuery, [accountId]);
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  client.release(true); // with the settings of this session
}

const indexesQuery = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
  where i.indrelid in ('purchase_items'::regclass, 'verification_requests'::regclass, 'consents'::regclass, 'purchases'::regclass)
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
const generatedQuery = `
  insert into generated
  select gen_random_uuid(), uuidv7(), case when n % $3 = 0 then $1::uuid else lpad(to_hex(n % 4000), 32, '0')::uuid end, n, k.search_type,
    case when n / $3 % 100 < 70 then 'DELIVERED' when n / $3 % 100 < 80 then 'NO_DATA' when n / $3 % 100 < 88 and k.asks then 'DENIED'
      when n / $3 % 100 < 95 and k.asks then 'UNANSWERED' else 'PROVIDER_FAILED' end,
    case when n / $3 % 100 >= 70 or k.search_type in ('rc', 'business_name') then null when n / $3 % 50 = 1 and k.asks then 'WITHDRAWN' else 'EXPIRED' end,
    now() - make_interval(days => ${newestDaysAgo}) - (($2::int - n)::float8 / $2) * interval '${days} days'
  from generate_series($4::int, $5::int) n, lateral (select case
      when n / $3 % 37 < 18 then 'nin' when n / $3 % 37 < 22 then 'phone' when n / $3 % 37 < 26 then 'bvn' when n / $3 % 37 < 30 then 'vin'
      when n / $3 % 37 < 33 then 'license_number' when n / $3 % 37 < 35 then 'business_name' else 'rc' end as search_type,
      n / $3 % 37 < 26 as asks) k`;
const itemsQuery = `
  insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, outcome, record_ended, created_at, state_changed_at)
  select id, purchase_id, owner_id, 0, search_type, 50000, 8800, 'closed', outcome, record_ended, created_at, created_at + interval '1 hour' from generated order by n`;
const requestsQuery = `
  insert into verification_requests (id, owner_id, search_type, retention_class, value_masked, value_hash, search_sealed, created_at, purge_due_at, purged_at)
  select id, owner_id, search_type, case search_type when 'phone' then 'extension' when 'bvn' then 'financial' when 'vin' then 'vehicle'
      when 'license_number' then 'vehicle' when 'nin' then 'person' else 'register' end, '*********42',
    case when lasts then sha256(n::text::bytea) end, case when lasts then decode(repeat('00', 90), 'hex') end, created_at,
    case when not lasts then created_at + interval '25 hours' end, case when not lasts then created_at + interval '26 hours' end
  from (select *, search_type in ('rc', 'business_name') as lasts from generated) generated order by n`;
const consentsQuery = `
  insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, state, created_at, asked_at, deadline, decided_at, expires_at,
    parts_required, parts_offered, parts_granted, rule_version)
  select id, owner_id, search_type, 'person', 'credit',
    case when record_ended = 'WITHDRAWN' then 'terminated' when outcome = 'DELIVERED' then 'granted' when outcome = 'NO_DATA' then 'no_data_found'
      when outcome = 'DENIED' then 'denied' else 'terminated' end,
    created_at, created_at, created_at + interval '24 hours', created_at + interval '1 hour', created_at + interval '25 hours',
    required, '{photo,contact}', case when outcome = 'DELIVERED' then required || '{contact}'::text[] else '{}' end, 'made'
  from generated, lateral (select case search_type when 'bvn' then '{identity,credit}' else '{identity}' end::text[] as required) parts
  where search_type in ('nin', 'phone', 'bvn') order by n`;
const purchasesQuery = `
  insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, created_at,
    quote_ends_at, paid_at, payment_type, completed_at)
  select purchase_id, 'made-' || n, 'EA1' || lpad(n::text, 13, '0'), owner_id, 'completed', 'NGN', 50000, 8800, 150000,
    '[{"label": "NIN", "minor": "50000"}]', created_at, created_at + interval '15 minutes', created_at, 'WALLET', created_at + interval '1 hour'
  from generated where owner_id = $1 order by n`;
const totalsQuery = `
  insert into request_totals (owner_id, listed, successful, unsuccessful)
  select owner_id, count(*), count(*) filter (where outcome = 'DELIVERED'), count(*) filter (where outcome <> 'DELIVERED')
  from purchase_items where owner_id = $1 group by owner_id
  on conflict (owner_id) do update set listed = excluded.listed, successful = excluded.successful, unsuccessful = excluded.unsuccessful`;
