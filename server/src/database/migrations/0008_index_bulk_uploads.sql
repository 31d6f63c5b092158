-- The files that an account bought, newest first.
-- beside the version before: nobody runs it yet, so no table is large
create index bulk_uploads_bought on bulk_uploads (owner_id, created_at desc, id desc) where purchase_id is not null;
