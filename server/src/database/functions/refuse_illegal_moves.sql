-- 0036: what is refused of items, purchases and results, and what is counted of them, is worked out once for a statement, not once for
-- each row: many end by one statement, and an account's counters were written once for each of them. A purge of many requests is one
-- update of items too.

-- Refuses a statement with an illegal move in it, or one that gives a row another id. Argument: the life's name.
create or replace function refuse_illegal_moves() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = 'off' as $$
declare moved record;
begin
  select * into moved from (
    select distinct was.state as left_state, is_now.state as to_state from old_rows was full join new_rows is_now using (id)
    where is_now.state is distinct from was.state) m
  where not exists (
    select from allowed_moves a where a.life = tg_argv[0] and a.from_state = m.left_state and a.to_state = m.to_state);
  if found then
    raise exception '% cannot move from % to %', tg_argv[0], moved.left_state, moved.to_state using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke execute on function refuse_illegal_moves from public;
