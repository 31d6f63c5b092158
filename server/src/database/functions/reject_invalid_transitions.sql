-- Rejects a statement with a transition that the transition tables in the code do not have, or with a changed id. Once per statement, because many
-- items close in one. Argument: the state machine.
create or replace function reject_invalid_transitions() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = 'off' as $$
declare rejected record;
begin
  select * into rejected from (
    select distinct was.state as left_state, is_now.state as to_state from old_rows was full join new_rows is_now using (id)
    where is_now.state is distinct from was.state) m
  where is_allowed_transition(tg_argv[0], m.left_state, m.to_state) is not true;
  if found then
    raise exception '% cannot change from % to %', tg_argv[0], rejected.left_state, rejected.to_state using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke execute on function reject_invalid_transitions from public;
