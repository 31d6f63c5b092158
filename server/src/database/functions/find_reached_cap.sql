-- The first cap of its member that a purchase would exceed, as the details of the problem; null if there is none. The caller has
-- locked the wallet, so that payments of an organisation are compared one after the other.
create or replace function find_reached_cap(bought uuid) returns jsonb
language sql security definer set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object('capId', c.id, 'leftMinor', c.left_minor::text, 'leftCount', c.left_count::text,
    'resetsAt', to_char(c.resets_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
  from purchases p
  cross join lateral caps_of_member(p.owner_id, p.made_by_user_id) c
  cross join lateral (
    select sum(t.amount_minor) as minor, sum(t.count) as checks from charges_by_type(p.id) t
    where c.search_type is null or t.search_type = c.search_type) due
  where p.id = bought and (due.minor > c.left_minor or due.checks > c.left_count)
  order by c.period desc, c.id limit 1
$$;
revoke execute on function find_reached_cap from public;
grant execute on function find_reached_cap to idanimo_app;
