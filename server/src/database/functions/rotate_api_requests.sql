-- Creates the partitions of the log of API requests for today and the next `ahead` days, with the rows that the default partition
-- received of them, and drops those that ended more than 30 days ago. Waits at most two seconds for a lock.
create or replace function rotate_api_requests(ahead int default 2) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  start timestamptz; finish timestamptz; new_name text; old record;
begin
  if not pg_try_advisory_xact_lock(7201, 7) then return; end if;
  perform set_config('idanimo.owner', 'system', true);
  for step in 0 .. ahead loop
    start := (date_trunc('day', product_now() at time zone 'UTC') + make_interval(days => step)) at time zone 'UTC';
    finish := start + interval '24 hours';
    new_name := 'api_requests_' || to_char(start at time zone 'UTC', 'YYYY_MM_DD');
    continue when to_regclass('request_days.' || new_name) is not null;
    execute format('create table request_days.%I (like request_days.api_requests_default including all)', new_name);
    execute format('with moved as (delete from request_days.api_requests_default where at >= %L and at < %L returning *)
      insert into request_days.%I select * from moved', start, finish, new_name);
    execute format('alter table api_requests attach partition request_days.%I for values from (%L) to (%L)', new_name, start, finish);
  end loop;
  for old in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'api_requests'::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}_[0-9]{2}$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') < (product_now() at time zone 'UTC')::date - 31
  loop
    execute format('drop table request_days.%I', old.name);
  end loop;
end $$;
revoke execute on function rotate_api_requests from public;
grant execute on function rotate_api_requests to idanimo_app;
