-- What a purchase costs by kind of check, in kobo, and how many checks of the kind it has. The lines of a file are one kind, and
-- all of one price, so that they are not read one by one.
create or replace function charges_by_type(bought uuid) returns table (search_type text, amount_minor bigint, count int)
language sql stable set search_path = public, pg_temp as $$
  with singles as (
    select i.search_type, i.price_minor + i.tax_minor as minor, p.currency, p.rate_minor from purchases p
    join purchase_items i on i.purchase_id = p.id and i.position < coalesce(p.bulk_from, 2147483647) and i.price_minor + i.tax_minor > 0
    where p.id = bought
  )
  select s.search_type, sum(naira_of(s.minor, s.currency, s.rate_minor))::bigint, count(*)::int from singles s group by s.search_type
  union all
  select 'bulk_nin', naira_of(f.each, p.currency, p.rate_minor) * f.lines, f.lines::int
  from purchases p
  cross join lateral (
    select i.price_minor + i.tax_minor as each from purchase_items i where i.purchase_id = p.id and i.position = p.bulk_from) line
  cross join lateral (
    select line.each, ((p.total_minor - coalesce((select sum(s.minor) from singles s), 0)) / line.each)::bigint as lines) f
  where p.id = bought and p.bulk_from is not null and line.each > 0
$$;
revoke execute on function charges_by_type from public;
