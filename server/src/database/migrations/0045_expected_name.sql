-- 0045: the name that a requester was given. It is stored like the requester's note, sealed with the request's key, and a result compares
-- it with the name in the record.

alter table consents add column expected_name_sealed bytea;
grant update (expected_name_sealed) on consents to idanimo_app;

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
