-- Creates the partitions of this month and of the next `ahead` months. Returns problems: a partition that could not be created, or
-- rows in a default partition. Waits at most two seconds for a lock.
create or replace function make_months(ahead int default 2) returns setof text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  kept record; start timestamptz; caught bigint;
begin
  if not pg_try_advisory_xact_lock(7201, 6) then return; end if;
  for kept in select * from (values ('audit_log', 'at'), ('audit_seals', 'sealed_at'), ('consent_evidence', 'at')) t (whole, by_column) loop
    for step in 0 .. ahead loop
      start := month_start(month_start(product_now()) + make_interval(days => 31 * step));
      continue when exists (select from month_parts p where p.whole = kept.whole and p.from_at <= start and p.ends_at > start)
        or start < kept_since();
      if not make_part(kept.whole, kept.by_column, start, month_start(start + interval '32 days')) then
        return next format('%s: no part for %s, its rows stand among those of other months', kept.whole, to_char(start at time zone 'UTC', 'YYYY-MM'));
      end if;
    end loop;
    perform set_config('idanimo.owner', 'system', true);
    execute format('select count(*) from months.%I', kept.whole || '_rest') into caught;
    if caught > 0 then return next format('%s: %s rows have no month of their own', kept.whole, caught); end if;
  end loop;
end $$;
revoke execute on function make_months from public;
grant execute on function make_months to idanimo_app;
