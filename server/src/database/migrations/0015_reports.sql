-- 0015: reports that were given out. By its code anybody who holds one learns whether it is genuine and still stands. A row holds
-- nothing of the subject and no searched value, and outlives the record that it was drawn from.
create table reports (
  code       text        primary key check (code ~ '^[2-9A-HJKMNP-TV-Z]{5}(-[2-9A-HJKMNP-TV-Z]{5}){3}$'),
  request_id uuid        not null references verification_requests (id) on delete restrict,
  owner_id   uuid        not null references users (id) on delete restrict,
  source     text        not null,
  gone_at    timestamptz, -- when the record's time was to end; null for a public register
  sha256     bytea       not null check (octet_length(sha256) = 32), -- of the very bytes that were given out
  made_at    timestamptz not null default product_now()
);
create index reports_request on reports (request_id);
create index reports_made on reports (made_at);
alter table reports enable row level security;
alter table reports force row level security;
create policy owners_rows on reports using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on reports to idanimo_app;
