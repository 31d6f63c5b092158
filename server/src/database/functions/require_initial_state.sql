-- Rejects a new row that is not in the initial state. Arguments: the state machine, its initial state.
create or replace function require_initial_state() returns trigger
language plpgsql as $$
begin
  if new.state <> tg_argv[1] then
    raise exception 'a % must start as %, not as %', tg_argv[0], tg_argv[1], new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
