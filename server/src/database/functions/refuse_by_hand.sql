-- Rejects a change of state by the running program that only a function may make.
create or replace function refuse_by_hand() returns trigger
language plpgsql as $$
begin
  raise exception '% is moved by the functions that know why', tg_table_name using errcode = 'insufficient_privilege';
end $$;
