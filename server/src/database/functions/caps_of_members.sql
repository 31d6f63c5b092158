-- The caps of members, their own and those of their roles, with what is left of each in its current period. `of_owners` and
-- `of_users` name one member each.
create or replace function caps_of_members(of_owners uuid[], of_users uuid[]) returns table (
  owner_id uuid, user_id uuid, id uuid, period text, search_type text, left_minor bigint, left_count int, resets_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.organisation_id, m.user_id, c.id, c.period, c.search_type, case when c.amount_minor is not null then greatest(c.amount_minor - spent.minor, 0) end,
    case when c.count is not null then greatest(c.count - spent.checks, 0)::int end,
    (case c.period when 'day' then t.day + 1 else date_trunc('month', t.day) + interval '1 month' end)::timestamp at time zone 'Africa/Lagos'
  from (select distinct a.owner_id, a.user_id from unnest(of_owners, of_users) a (owner_id, user_id)) a
  join members m on m.organisation_id = a.owner_id and m.user_id = a.user_id
  join spending_caps c on c.organisation_id = m.organisation_id
    and ((c.applies_to = 'member' and c.subject_id = m.user_id::text) or (c.applies_to = 'role' and c.subject_id = any (m.roles)))
  cross join (select (product_now() at time zone 'Africa/Lagos')::date as day) t
  cross join lateral (
    select coalesce(sum(s.amount_minor), 0)::bigint as minor, coalesce(sum(s.count), 0)::bigint as checks from spending_counters s
    where s.owner_id = m.organisation_id and s.user_id = m.user_id and (c.search_type is null or s.search_type = c.search_type)
      and s.day >= case c.period when 'day' then t.day else date_trunc('month', t.day)::date end) spent
$$;
revoke execute on function caps_of_members from public;
grant execute on function caps_of_members to idanimo_app;
