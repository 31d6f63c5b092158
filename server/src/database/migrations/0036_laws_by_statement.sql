-- 0036: what is refused of items, purchases and results, and what is counted of them, is worked out once for a statement, not once for
-- each row: many end by one statement, and an account's counters were written once for each of them. A purge of many requests is one
-- update of items too.

-- Refuses a statement with an illegal move in it, or one that gives a row another id. Argument: the life's name.
create function refuse_illegal_moves() returns trigger language plpgsql security definer
-- its plan is kept: made for one row, a nested loop would join the lines of a file for minutes
set search_path = public, pg_temp set enable_nestloop = off as $$
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

create function count_requests() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  insert into request_totals as t (owner_id, listed, successful, unsuccessful)
  select is_now.owner_id, count(*) filter (where was.state = 'looking_up'), count(*) filter (where is_now.outcome = 'DELIVERED'),
    count(*) filter (where is_now.outcome <> 'DELIVERED')
  from old_rows was join new_rows is_now using (id)
  where is_now.state is distinct from was.state and is_now.state in ('awaiting_consent', 'closed')
  group by is_now.owner_id order by is_now.owner_id
  on conflict (owner_id) do update set listed = t.listed + excluded.listed, successful = t.successful + excluded.successful,
    unsuccessful = t.unsuccessful + excluded.unsuccessful;
  return null;
end $$;

-- Nothing is kept of a look-up that nobody paid for (R-04).
create function refuse_unpaid_results() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from new_rows r where (
      select p.state in ('paid', 'completed') from purchase_items i join purchases p on p.id = i.purchase_id
      where i.id = r.request_id) is not true) then
    raise exception 'a result needs a settled charge' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What became of delivered records whose time came.
create function note_records_gone() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_nestloop = off as $$
declare gone uuid[] := array(
  select id from old_rows was join new_rows is_now using (id) where was.purged_at is null and is_now.purged_at is not null);
begin
  if gone <> '{}' then
    update purchase_items set record_over = 'GONE' where id = any (gone) and outcome = 'DELIVERED' and record_over is null;
  end if;
  return null;
end $$;
revoke execute on function refuse_illegal_moves, count_requests, refuse_unpaid_results, note_records_gone from public;

-- beside the version before: it names no trigger, and the same is refused and counted
drop trigger purchases_move on purchases;
drop trigger purchase_items_move on purchase_items;
drop trigger purchase_items_count on purchase_items;
drop trigger results_need_charge on results;
drop trigger result_files_need_charge on result_files;
drop trigger verification_requests_gone on verification_requests;
-- beside the version before: no program calls them, these triggers alone did
drop function count_request, refuse_unpaid_result, note_record_gone;
create trigger purchases_move after update on purchases referencing old table as old_rows new table as new_rows
  for each statement execute function refuse_illegal_moves('purchase');
create trigger purchase_items_move after update on purchase_items referencing old table as old_rows new table as new_rows
  for each statement execute function refuse_illegal_moves('item');
create trigger purchase_items_count after update on purchase_items referencing old table as old_rows new table as new_rows
  for each statement execute function count_requests();
create trigger verification_requests_gone after update on verification_requests referencing old table as old_rows new table as new_rows
  for each statement execute function note_records_gone();
create trigger results_need_charge after insert on results referencing new table as new_rows
  for each statement execute function refuse_unpaid_results();
create trigger result_files_need_charge after insert on result_files referencing new table as new_rows
  for each statement execute function refuse_unpaid_results();

-- What a seal covers, byte for byte as before, in a form that PostgreSQL puts into the statement that asks for it.
create or replace function entry_of(entry audit_log) returns bytea stable return convert_to(jsonb_build_array(
  (entry).id, extract(epoch from (entry).at)::numeric(20, 6), (entry).actor_kind, (entry).actor_id, (entry).action,
  (entry).object_id, (entry).reason)::text, 'UTF8');
