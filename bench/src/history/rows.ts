import type pg from "pg";

/** Rows of the product's own tables as a year of use leaves them, made in the database itself. */

/** How many rows there are in all, and that every so many-th of them belongs to the account that is measured. */
export type Filling = { readonly rows: number; readonly everyOf: number };

/** Rows that one statement makes: an undo of more would not fit into memory. */
const atOnce = 500_000;
/** The newest row is this old, so that each record has met its end and nothing changes while it is measured. */
const newestDaysAgo = 30;
const days = 335;

/**
 * Fills a database whose programs stand still: triggers and foreign keys are off meanwhile, as in a restore. The measured
 * account also gets purchases and the three counters of its rows.
 */
export async function fill(owner: pg.Client, accountId: string, { rows, everyOf }: Filling): Promise<void> {
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
  const indexes = (await owner.query<{ name: string; text: string }>(indexesSql)).rows;
  for (const { name } of indexes) await owner.query(`drop index ${name}`); // made again at the end: many times quicker
  await owner.query(
    "create unlogged table made (id uuid, purchase_id uuid, owner_id uuid, n int, search_type text, outcome text, record_over text, created_at timestamptz)",
  );
  for (let from = 1; from <= rows; from += atOnce) {
    await owner.query("truncate made");
    await owner.query(madeSql, [accountId, rows, everyOf, from, Math.min(rows, from + atOnce - 1)]);
    for (const text of [itemsSql, requestsSql, consentsSql]) await owner.query(text);
    await owner.query(purchasesSql, [accountId]);
  }
  await owner.query("drop table made");
  for (const { text } of indexes) await owner.query(text);
  await owner.query(totalsSql, [accountId]);
  await owner.query("set session_replication_role = origin");
  await owner.query("vacuum analyze");
  await owner.query("checkpoint");
}

const indexesSql = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
  where i.indrelid in ('purchase_items'::regclass, 'verification_requests'::regclass, 'consents'::regclass, 'purchases'::regclass)
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
const madeSql = `
  insert into made
  select gen_random_uuid(), uuidv7(), case when n % $3 = 0 then $1::uuid else lpad(to_hex(n % 4000), 32, '0')::uuid end, n, k.search_type,
    case when n / $3 % 100 < 70 then 'DELIVERED' when n / $3 % 100 < 80 then 'NO_DATA' when n / $3 % 100 < 88 and k.asks then 'DENIED'
      when n / $3 % 100 < 95 and k.asks then 'UNANSWERED' else 'PROVIDER_FAILED' end,
    case when n / $3 % 100 >= 70 or k.search_type in ('rc', 'business_name') then null when n / $3 % 50 = 1 and k.asks then 'WITHDRAWN' else 'GONE' end,
    now() - make_interval(days => ${newestDaysAgo}) - (($2::int - n)::float8 / $2) * interval '${days} days'
  from generate_series($4::int, $5::int) n, lateral (select case
      when n / $3 % 37 < 18 then 'nin' when n / $3 % 37 < 22 then 'phone' when n / $3 % 37 < 26 then 'bvn' when n / $3 % 37 < 30 then 'vin'
      when n / $3 % 37 < 33 then 'license_number' when n / $3 % 37 < 35 then 'business_name' else 'rc' end as search_type,
      n / $3 % 37 < 26 as asks) k`;
const itemsSql = `
  insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, outcome, record_over, created_at, moved_at)
  select id, purchase_id, owner_id, 0, search_type, 50000, 8800, 'closed', outcome, record_over, created_at, created_at + interval '1 hour' from made order by n`;
const requestsSql = `
  insert into verification_requests (id, owner_id, search_type, retention_class, value_masked, value_hash, search_sealed, created_at, purge_due_at, purged_at)
  select id, owner_id, search_type, case search_type when 'phone' then 'extension' when 'bvn' then 'financial' when 'vin' then 'vehicle'
      when 'license_number' then 'vehicle' when 'nin' then 'person' else 'register' end, '*********42',
    case when lasts then sha256(n::text::bytea) end, case when lasts then decode(repeat('00', 90), 'hex') end, created_at,
    case when not lasts then created_at + interval '25 hours' end, case when not lasts then created_at + interval '26 hours' end
  from (select *, search_type in ('rc', 'business_name') as lasts from made) made order by n`;
const consentsSql = `
  insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, state, created_at, asked_at, deadline, decided_at, gone_at)
  select id, owner_id, search_type, 'person', 'employment',
    case when record_over = 'WITHDRAWN' then 'terminated' when outcome = 'DELIVERED' then 'granted' when outcome = 'NO_DATA' then 'no_data_found'
      when outcome = 'DENIED' then 'denied' else 'terminated' end,
    created_at, created_at, created_at + interval '24 hours', created_at + interval '1 hour', created_at + interval '25 hours'
  from made where search_type in ('nin', 'phone', 'bvn') order by n`;
const purchasesSql = `
  insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, created_at,
    quote_ends_at, paid_at, payment_type, completed_at)
  select purchase_id, 'made-' || n, 'EA1' || lpad(n::text, 13, '0'), owner_id, 'completed', 'NGN', 50000, 8800, 150000,
    '[{"label": "NIN", "minor": "50000"}]', created_at, created_at + interval '15 minutes', created_at, 'WALLET', created_at + interval '1 hour'
  from made where owner_id = $1 order by n`;
const totalsSql = `
  insert into request_totals (owner_id, listed, successful, unsuccessful)
  select owner_id, count(*), count(*) filter (where outcome = 'DELIVERED'), count(*) filter (where outcome <> 'DELIVERED')
  from purchase_items where owner_id = $1 group by owner_id
  on conflict (owner_id) do update set listed = excluded.listed, successful = excluded.successful, unsuccessful = excluded.unsuccessful`;
