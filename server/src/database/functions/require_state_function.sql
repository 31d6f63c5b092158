-- Rejects a change of state by the running program that only a function may make.
create or replace function require_state_function() returns trigger
language plpgsql as $$
begin
  raise exception 'the state of % changes through functions only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
