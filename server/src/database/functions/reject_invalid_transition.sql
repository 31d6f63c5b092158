-- Rejects a transition that the transition tables in the code do not have. Argument: the state machine.
create or replace function reject_invalid_transition() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state and not is_allowed_transition(tg_argv[0], old.state, new.state) then
    raise exception '% cannot change from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
