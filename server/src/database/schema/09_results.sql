create table results (
  request_id  uuid        primary key references verification_requests (id) on delete restrict,
  owner_id    uuid        not null,
  sealed      bytea,
  source      text        not null,
  received_at timestamptz not null default product_now(),
  expires_at     timestamptz -- expiry of a type without consent; null otherwise and for a public register
);
create trigger results_need_charge after insert on results referencing new table as new_rows
  for each statement execute function reject_unpaid_results();
alter table results enable row level security;
alter table results force row level security;
create policy owners_rows on results using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on results to idanimo_app;
grant update (sealed) on results to idanimo_app;

-- A piece of a record: values that may be read only if all of its parts were granted.
create table result_parts (
  key_id     uuid   primary key, -- the id of its key in the key database
  request_id uuid   not null references verification_requests (id) on delete restrict,
  owner_id   uuid   not null,
  parts      text[] not null check (cardinality(parts) > 0),
  sealed     bytea  not null,
  unique (request_id, parts)
);
create trigger result_parts_need_charge after insert on result_parts referencing new table as new_rows
  for each statement execute function reject_unpaid_results();
alter table result_parts enable row level security;
alter table result_parts force row level security;
create policy owners_rows on result_parts using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on result_parts to idanimo_app;

-- Files that a source returned with a record, such as a vehicle's report, sealed with the request's key. Deleted with the result.
create table result_files (
  request_id uuid  not null references results (request_id) on delete cascade,
  owner_id   uuid  not null,
  name       text  not null check (name in ('source.pdf')),
  media_type text  not null check (media_type in ('application/pdf')),
  sealed     bytea not null check (octet_length(sealed) <= 10 * 1024 * 1024 + 64),
  primary key (request_id, name)
);
alter table result_files alter column sealed set storage external;
create trigger result_files_need_charge after insert on result_files referencing new table as new_rows
  for each statement execute function reject_unpaid_results();
alter table result_files enable row level security;
alter table result_files force row level security;
create policy owners_rows on result_files using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on result_files to idanimo_app;

-- Reports that were downloaded. Its code tells whoever has a report whether it is genuine and still valid. A row contains nothing
-- about the subject and no searched value, and outlives the record.
create table reports (
  code       text        primary key check (code ~ '^[2-9A-HJKMNP-TV-Z]{5}(-[2-9A-HJKMNP-TV-Z]{5}){3}$'),
  request_id uuid        not null references verification_requests (id) on delete restrict,
  owner_id   uuid        not null references users (id) on delete restrict,
  source     text        not null,
  expires_at    timestamptz, -- planned expiry of the record; null for a public register
  sha256     bytea       not null check (octet_length(sha256) = 32), -- of the downloaded bytes
  made_at    timestamptz not null default product_now()
);
create index reports_request on reports (request_id);
create index reports_made on reports (made_at);
alter table reports enable row level security;
alter table reports force row level security;
create policy owners_rows on reports using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on reports to idanimo_app;
