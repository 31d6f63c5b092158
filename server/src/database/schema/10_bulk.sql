create table bulk_uploads (
  id          uuid        primary key, -- also the id of its key
  owner_id    uuid        not null references users (id) on delete restrict,
  records     int         not null default 0 check (records >= 0),
  bad_count   int         not null default 0 check (bad_count >= 0),
  bad         jsonb       not null default '[]', -- the first bad lines: line and message, never the number
  created_at  timestamptz not null default product_now(),
  checked_at  timestamptz, -- null until the file was read completely
  purchase_id uuid        unique references purchases (id) on delete restrict,
  stopped_at  timestamptz,
  purged_at   timestamptz, -- when its lines were deleted; those of a purchase are deleted with their requests
  notified_at     timestamptz,
  check (purchase_id is null or (checked_at is not null and bad_count = 0))
);
create index bulk_uploads_kept on bulk_uploads (created_at) where purged_at is null;
create index bulk_uploads_not_notified on bulk_uploads (created_at) where purchase_id is not null and notified_at is null;
alter table bulk_uploads enable row level security;
alter table bulk_uploads force row level security;
create policy owners_rows on bulk_uploads using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on bulk_uploads to idanimo_app;
grant update (
  records, bad_count, bad, checked_at, purchase_id, stopped_at, purged_at, notified_at
) on bulk_uploads to idanimo_app;

-- Some hundred lines of a file, sealed with the file's key.
create table bulk_chunks (
  upload_id uuid  not null references bulk_uploads (id) on delete cascade,
  owner_id  uuid  not null,
  number    int   not null,
  sealed    bytea not null,
  primary key (upload_id, number)
);
alter table bulk_chunks enable row level security;
alter table bulk_chunks force row level security;
create policy owners_rows on bulk_chunks using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on bulk_chunks to idanimo_app;
