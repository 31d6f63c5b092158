-- Rejects a later change of the parts that were asked for and granted.
create or replace function reject_changed_parts() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the parts of a consent change with its decision only' using errcode = 'check_violation';
end $$;
revoke execute on function reject_changed_parts from public;
