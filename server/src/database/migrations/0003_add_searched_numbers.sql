-- Keyed hashes of account and number for requests with several values, whose value_hash covers all of them together: the history search
-- finds such a request by each of its numbers. Deleted with the request's other values.
create table searched_numbers (
  hash       bytea not null,
  request_id uuid  not null references verification_requests (id) on delete cascade,
  owner_id   uuid  not null references users (id) on delete cascade,
  primary key (hash, request_id)
);
create index searched_numbers_request on searched_numbers (request_id);
alter table searched_numbers enable row level security;
alter table searched_numbers force row level security;
create policy owners_rows on searched_numbers using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on searched_numbers to idanimo_app;
