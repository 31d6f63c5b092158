-- Programs call for an organisation with scoped keys; only hashes of their secrets are stored [DP-01 DP-03].

create table api_keys (
  id              uuid        primary key,
  organisation_id uuid        not null references organisations (id) on delete restrict,
  mode            text        not null check (mode in ('live', 'test')),
  name            text        not null check (length(name) between 1 and 60),
  prefix          text        not null, -- of the newest secret
  scopes          text[]      not null check (cardinality(scopes) > 0),
  networks        cidr[]      not null default '{}', -- empty: every address
  created_by      uuid        not null references users (id) on delete restrict,
  created_at      timestamptz not null default product_now(),
  expires_at      timestamptz not null,
  last_used_at    timestamptz, -- to the minute
  last_used_block text,
  seen_blocks     text[]      not null default '{}', -- blocks of addresses that used it, for the notice of a new one
  refused_at      timestamptz, -- when the owners last got a notice of a rejected address
  warned_at       timestamptz, -- when they got the notice of its end
  ended_at        timestamptz,
  end_reason      text        check (end_reason in ('ended', 'leaked', 'in_address', 'creator_removed', 'organisation_closed')),
  check (expires_at <= created_at + interval '365 days 1 minute'), -- the two clocks are read apart
  check ((ended_at is null) = (end_reason is null))
);
create index api_keys_organisation on api_keys (organisation_id, created_at) where ended_at is null;
create index api_keys_creator on api_keys (created_by) where ended_at is null;
create index api_keys_ending on api_keys (expires_at) where warned_at is null and ended_at is null;
grant select, insert, delete on api_keys to idanimo_app;
grant update (prefix, last_used_at, last_used_block, seen_blocks, refused_at, warned_at, ended_at, end_reason) on api_keys to idanimo_app;

-- A rolled key has two secrets for a while.
create table api_key_secrets (
  secret_hash bytea       primary key, -- sha-256 of 40 random characters with prefix and checksum
  key_id      uuid        not null references api_keys (id) on delete cascade,
  valid_until timestamptz -- null: as long as the key
);
create index api_key_secrets_key on api_key_secrets (key_id);
grant select, insert, delete on api_key_secrets to idanimo_app;
grant update (valid_until) on api_key_secrets to idanimo_app;

-- Which key made a purchase, from the scope of the transaction: a key reads records of people only of these.
alter table purchases add column made_by_key_id uuid default nullif(current_setting('idanimo.key', true), '')::uuid;
