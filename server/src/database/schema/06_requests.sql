create table verification_requests (
  id              uuid        primary key references purchase_items (id) on delete restrict,
  owner_id        uuid        not null references users (id) on delete restrict,
  search_type     text        not null,
  retention_class text        not null check (retention_class in ('person', 'extension', 'financial', 'vehicle', 'register')),
  options         text[]      not null default '{}',
  search_sealed   bytea,      -- the typed values, sealed with the request's own key
  value_masked    text        not null,
  value_hash      bytea,      -- keyed hash for exact search; erased with the rest
  created_at      timestamptz not null default product_now(),
  purge_due_at    timestamptz, -- when its personal values must be deleted; null until known, and for a public register
  purged_at       timestamptz,
  check (purged_at is null or (search_sealed is null and value_hash is null))
);
create index verification_requests_purge on verification_requests (purge_due_at) where purged_at is null and purge_due_at is not null;
create index verification_requests_value on verification_requests (value_hash, owner_id, created_at desc) where value_hash is not null;
create index verification_requests_purged on verification_requests using brin (purged_at);
create trigger verification_requests_expired after update on verification_requests referencing old table as old_rows new table as new_rows
  for each statement execute function mark_records_expired();
-- the search finds a request by the two readable characters of its masked value
create index verification_requests_ending on verification_requests (owner_id, upper(right(value_masked, 2)), created_at desc);
alter table verification_requests enable row level security;
alter table verification_requests force row level security;
create policy owners_rows on verification_requests using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on verification_requests to idanimo_app;
grant update (search_sealed, value_masked, value_hash, purge_due_at, purged_at) on verification_requests to idanimo_app;

-- A paid provider is called once for one part of a request, unless it proved that it did not bill the first call (R-12).
create table lookup_attempts (
  id            uuid        primary key, -- our reference at the provider
  request_id    uuid        not null references verification_requests (id) on delete restrict,
  part          text        not null default 'main',
  provider      text        not null,
  started_at    timestamptz not null default product_now(),
  finished_at   timestamptz,
  result        text        not null default 'sent' check (result in ('sent', 'found', 'not_found', 'failed', 'not_accepted')),
  response_sealed bytea,
  constraint lookup_attempts_response_only_if_found check (response_sealed is null or result = 'found')
);
create unique index lookup_attempts_once on lookup_attempts (request_id, part) where result <> 'not_accepted';
create index lookup_attempts_recent on lookup_attempts (provider, started_at desc);
-- the attempts of a request that lookup_attempts_once does not contain
create index lookup_attempts_not_accepted on lookup_attempts (request_id) where result = 'not_accepted';
alter table lookup_attempts enable row level security;
alter table lookup_attempts force row level security;
create policy requests_rows on lookup_attempts using ((select current_setting('idanimo.owner', true)) = 'system'
  or exists (select from verification_requests r where r.id = request_id));
grant select, insert on lookup_attempts to idanimo_app;
grant update (finished_at, result, response_sealed) on lookup_attempts to idanimo_app;

-- Values that an account looked up within the last day and whose request was erased, so that a denial cannot be avoided by asking
-- again. A keyed hash of account and value, so that rows of different accounts never match.
create table recent_lookup_values (
  hash     bytea       primary key,
  owner_id uuid        not null references users (id) on delete cascade,
  asked_at timestamptz not null -- when the request was made
);
create index recent_lookup_values_asked on recent_lookup_values (asked_at);
create index recent_lookup_values_owner on recent_lookup_values (owner_id);
alter table recent_lookup_values enable row level security;
alter table recent_lookup_values force row level security;
create policy owners_rows on recent_lookup_values using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on recent_lookup_values to idanimo_app;
grant update (asked_at) on recent_lookup_values to idanimo_app;

-- The request for consent to a vehicle's owner, one per result of a registration number: a free item of the same purchase. It may
-- be replaced only if our own messages failed, so that the owner was not asked.
create table plate_owner_requests (
  parent_id  uuid        primary key references verification_requests (id) on delete restrict, -- the registration number's
  request_id uuid        not null unique references verification_requests (id) on delete restrict check (request_id <> parent_id),
  owner_id   uuid        not null references users (id) on delete restrict,
  created_at timestamptz not null default product_now()
);
alter table plate_owner_requests enable row level security;
alter table plate_owner_requests force row level security;
create policy owners_rows on plate_owner_requests using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on plate_owner_requests to idanimo_app;
grant update (request_id) on plate_owner_requests to idanimo_app;

-- The different names that an account compared with one number within a day, so that a name cannot be found by guessing [AO-07]. Keyed
-- hashes of account and number, and of account, number and name, so that rows of different accounts never match.
create table compared_names (
  owner_id    uuid        not null references users (id) on delete cascade,
  number_hash bytea       not null,
  name_hash   bytea       not null,
  asked_at    timestamptz not null default product_now(),
  primary key (owner_id, number_hash, name_hash)
);
create index compared_names_asked on compared_names (asked_at);
alter table compared_names enable row level security;
alter table compared_names force row level security;
create policy owners_rows on compared_names using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on compared_names to idanimo_app;
grant update (asked_at) on compared_names to idanimo_app;

-- A row of the history, as history_list and history_search return it.
create type history_row as (
  listed bigint, successful bigint, unsuccessful bigint,
  id uuid, search_type text, created_at timestamptz, created_text text, state text, outcome text, consent text, deadline timestamptz,
  consent_expires_at timestamptz, result_expires_at timestamptz, value_masked text, search_sealed bytea, now timestamptz
);

-- Which company of which business result a stakeholder lookup is for, so that each is bought once.
create table stakeholder_orders (
  request_id uuid        primary key references verification_requests (id) on delete restrict,
  parent_id  uuid        not null references verification_requests (id) on delete restrict check (parent_id <> request_id),
  cac_id     text        not null, -- the register's own id of the company
  owner_id   uuid        not null references users (id) on delete restrict,
  created_at timestamptz not null default product_now()
);
create index stakeholder_orders_company on stakeholder_orders (parent_id, cac_id);
alter table stakeholder_orders enable row level security;
alter table stakeholder_orders force row level security;
create policy owners_rows on stakeholder_orders using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on stakeholder_orders to idanimo_app;
