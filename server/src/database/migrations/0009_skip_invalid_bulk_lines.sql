-- How many invalid lines of a bulk file its owner left out. `records` counts the others.

alter table bulk_uploads add column skipped_count int not null default 0;
grant update (skipped_count) on bulk_uploads to idanimo_app;
