-- Creates the partitions of this month and of the next `ahead` months. Returns problems: a partition that could not be created, or
-- rows in a default partition. Waits at most two seconds for a lock.
create or replace function create_partitions(ahead int default 2) returns setof text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  target record; start timestamptz; unassigned bigint;
begin
  if not pg_try_advisory_xact_lock(7201, 6) then return; end if;
  for target in select * from (values ('audit_log', 'at'), ('audit_seals', 'sealed_at'), ('consent_evidence', 'at')) t (table_name, by_column) loop
    for step in 0 .. ahead loop
      start := month_start(month_start(product_now()) + make_interval(days => 31 * step));
      continue when exists (select from month_partitions p where p.table_name = target.table_name and p.starts_at <= start and p.ends_at > start)
        or start < retained_since();
      if not create_partition(target.table_name, target.by_column, start, month_start(start + interval '32 days')) then
        return next format('%s: no partition for %s; the default partition has rows of it and of other months', target.table_name, to_char(start at time zone 'UTC', 'YYYY-MM'));
      end if;
    end loop;
    perform set_config('idanimo.owner', 'system', true);
    execute format('select count(*) from partitions.%I', target.table_name || '_default') into unassigned;
    if unassigned > 0 then return next format('%s: %s rows are in the default partition', target.table_name, unassigned); end if;
  end loop;
end $$;
revoke execute on function create_partitions from public;
grant execute on function create_partitions to idanimo_app;
