-- Adds new rows to the list of those that wait for a seal. Argument: audit or evidence.
create or replace function enqueue_seals() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into seals_due select at, id, tg_argv[0] from added;
  return null;
end $$;
revoke execute on function enqueue_seals from public;
