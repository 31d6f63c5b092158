-- Which of these purchases belong to a member who would exceed a cap if all of them were paid: usually none, so that caps are
-- compared once for many payments. The caller has locked the wallets.
create or replace function purchases_near_caps(bought uuid[]) returns uuid[]
language sql security definer set search_path = public, pg_temp as $$
  with due as materialized (
    select * from charges_by_type(bought) c where c.user_id is not null
  ), caps as materialized (
    select * from caps_of_members((select array_agg(d.owner_id) from due d), (select array_agg(d.user_id) from due d))
  ), near as (
    select distinct c.owner_id, c.user_id from caps c
    cross join lateral (
      select sum(d.amount_minor) as minor, sum(d.count) as checks from due d
      where d.owner_id = c.owner_id and d.user_id = c.user_id and (c.search_type is null or d.search_type = c.search_type)) all_due
    where all_due.minor > c.left_minor or all_due.checks > c.left_count
  )
  select coalesce(array_agg(distinct d.purchase_id), '{}') from due d join near n on n.owner_id = d.owner_id and n.user_id = d.user_id
$$;
revoke execute on function purchases_near_caps from public;
