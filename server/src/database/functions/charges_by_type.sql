-- What purchases cost by kind of check, in kobo, and how many checks of the kind they have. The lines of a file are one kind, and
-- all of one price, so that they are not read one by one.
create or replace function charges_by_type(bought uuid[])
returns table (purchase_id uuid, owner_id uuid, user_id uuid, search_type text, amount_minor bigint, count int)
language sql stable set search_path = public, pg_temp as $$
  with singles as (
    select p.id, i.search_type, i.price_minor + i.tax_minor as minor, p.currency, p.rate_minor from purchases p
    join purchase_items i on i.purchase_id = p.id and i.position < coalesce(p.bulk_from, 2147483647) and i.price_minor + i.tax_minor > 0
    where p.id = any (bought)
  ), charges as (
    select s.id, s.search_type, sum(naira_of(s.minor, s.currency, s.rate_minor))::bigint as minor, count(*)::int as checks
    from singles s group by s.id, s.search_type
    union all
    select p.id, 'bulk_nin', naira_of(f.each, p.currency, p.rate_minor) * f.lines, f.lines::int
    from purchases p
    cross join lateral (
      select i.price_minor + i.tax_minor as each from purchase_items i where i.purchase_id = p.id and i.position = p.bulk_from) line
    cross join lateral (
      select line.each, ((p.total_minor - coalesce((select sum(s.minor) from singles s where s.id = p.id), 0)) / line.each)::bigint as lines) f
    where p.id = any (bought) and p.bulk_from is not null and line.each > 0
  )
  select p.id, p.owner_id, p.made_by_user_id, c.search_type, c.minor, c.checks from charges c join purchases p on p.id = c.id
$$;
revoke execute on function charges_by_type from public;
