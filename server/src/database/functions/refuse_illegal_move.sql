-- Rejects a transition that allowed_moves does not list. Argument: the state machine.
create or replace function refuse_illegal_move() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state and not exists (
    select from allowed_moves where life = tg_argv[0] and from_state = old.state and to_state = new.state
  ) then
    raise exception '% cannot move from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
