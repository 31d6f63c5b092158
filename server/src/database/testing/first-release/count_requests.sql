-- Updates request_totals for the items that a statement listed or closed.
create or replace function count_requests() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = 'off' as $$
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
revoke execute on function count_requests from public;
