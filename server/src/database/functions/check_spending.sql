-- Violations of the invariant that counters contain what members spent and was not refunded [TM-06].
create or replace function check_spending() returns table (invariant text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query select 'TM-06', format('member %s spent %s in %s %s checks on %s, counted %s in %s', coalesce(s.user_id, c.user_id),
    coalesce(s.minor, 0), coalesce(s.checks, 0), coalesce(s.search_type, c.search_type), coalesce(s.day, c.day), coalesce(c.amount_minor, 0), coalesce(c.count, 0))
  from (
    select p.owner_id, p.made_by_user_id as user_id, p.spent_on as day,
      case when i.bulk_line is null then i.search_type else 'bulk_nin' end as search_type,
      sum(naira_of(i.price_minor + i.tax_minor, p.currency, p.rate_minor))::bigint as minor, count(*) as checks
    from purchases p join purchase_items i on i.purchase_id = p.id and i.price_minor + i.tax_minor > 0
    where p.spent_on is not null and coalesce(i.outcome, '') not in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED', 'NO_ANSWER')
    group by 1, 2, 3, 4) s
  full join spending_counters c using (owner_id, user_id, day, search_type)
  where coalesce(s.minor, 0) <> coalesce(c.amount_minor, 0) or coalesce(s.checks, 0) <> coalesce(c.count, 0);
  return query select 'TM-06', format('purchase %s of member %s is %s, counted on %s', p.id, p.made_by_user_id, p.state, p.spent_on) from purchases p
  where p.spent_on is not null and (p.made_by_user_id is null or p.paid_at is null);
end $$;
revoke execute on function check_spending from public;
