-- Rejects a change of an outcome.
create or replace function reject_second_outcome() returns trigger
language plpgsql as $$
begin
  if old.outcome is not null and new.outcome is distinct from old.outcome then
    raise exception 'an outcome cannot change; it is %', old.outcome using errcode = 'check_violation';
  end if;
  return new;
end $$;
