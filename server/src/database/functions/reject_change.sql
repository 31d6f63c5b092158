-- Rejects changes of an append-only table.
create or replace function reject_change() returns trigger
language plpgsql as $$
begin raise exception '% is append-only; correct it with a new row', tg_table_name using errcode = 'insufficient_privilege'; end $$;
