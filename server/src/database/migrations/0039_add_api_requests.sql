-- Every API call of a key for 30 days [DP-13]: route patterns, codes and times, no body, query or value of a request.
-- Partitioned by day, so that a day is dropped without touching the others; rotate_api_requests makes the partitions.

create table api_requests (
  id                   uuid        not null, -- the x-request-id
  at                   timestamptz not null, -- when the call arrived
  organisation_id      uuid        not null, -- no foreign keys: they would cost each insert, and rows are deleted soon
  key_id               uuid        not null,
  method               text        not null check (method ~ '^[A-Z-]{1,20}$'),
  route                text        check (route ~ '^/[A-Za-z0-9_./{}*-]{0,199}$'), -- the pattern; null for an unknown address
  status               smallint    not null check (status between 100 and 599),
  code                 text        check (code ~ '^[a-z0-9_]{1,60}$'), -- of the problem
  ms                   integer     not null check (ms >= 0),
  version              text        check (version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  idempotency_key_hash bytea       check (octet_length(idempotency_key_hash) = 32), -- keyed
  address_block        text        check (length(address_block) <= 60),
  primary key (id, at)
) partition by range (at);
-- a filter that is not the first column is checked in the index, so that rows of others are not read
create index api_requests_newest on api_requests (organisation_id, at desc, id desc);
create index api_requests_key on api_requests (organisation_id, key_id, at desc, id desc, status, route);
create index api_requests_route on api_requests (organisation_id, route, at desc, id desc, status);
create index api_requests_not_ok on api_requests (organisation_id, at desc, id desc, status) where status <> 200;
alter table api_requests enable row level security;
alter table api_requests force row level security;
create policy owners_rows on api_requests
  using ((select current_setting('idanimo.owner', true)) in (organisation_id::text, 'system'));
grant select, insert, delete on api_requests to idanimo_app;

create schema request_days; -- its partitions: the program's role reaches them through the table only
-- receives the rows of a day without a partition
create table request_days.api_requests_default partition of api_requests default;
