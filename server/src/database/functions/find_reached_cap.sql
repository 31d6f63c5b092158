-- The first cap of its member that a purchase would exceed, as the details of the problem; null if there is none. `paid_before`
-- are purchases that the same transaction pays and has not counted yet. The caller has locked the wallet, so that payments of an
-- organisation are compared one after the other.
create or replace function find_reached_cap(bought uuid, paid_before uuid[] default '{}') returns jsonb
language sql security definer set search_path = public, pg_temp as $$
  with due as materialized (
    select c.search_type, c.amount_minor, c.count from purchases p, charges_by_type(paid_before || bought) c
    where p.id = bought and c.owner_id = p.owner_id and c.user_id = p.made_by_user_id
  )
  select jsonb_strip_nulls(jsonb_build_object('capId', c.id, 'leftMinor', c.left_minor::text, 'leftCount', c.left_count::text,
    'resetsAt', to_char(c.resets_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
  from purchases p
  cross join lateral caps_of_members(array[p.owner_id], array[p.made_by_user_id]) c
  cross join lateral (
    select sum(d.amount_minor) as minor, sum(d.count) as checks from due d where c.search_type is null or d.search_type = c.search_type) due
  where p.id = bought and (due.minor > c.left_minor or due.checks > c.left_count)
  order by c.period desc, c.id limit 1
$$;
revoke execute on function find_reached_cap from public;
grant execute on function find_reached_cap to idanimo_app;
