-- 0018: the owner of a bulk file is told once that it has completed.
alter table bulk_uploads add column told_at timestamptz;
create index bulk_uploads_untold on bulk_uploads (created_at) where purchase_id is not null and told_at is null;
grant update (told_at) on bulk_uploads to idanimo_app;
