-- Creates the partition for [start, finish). It is filled and protected before it is attached, so only the empty default partition
-- is locked. If the default partition contains rows of this month only, it becomes the partition. Returns whether there is one now.
create or replace function create_partition(of_table text, by_column text, start timestamptz, finish timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  new_name text := of_table || '_' || to_char(start at time zone 'UTC', 'YYYY_MM');
  default_name text := of_table || '_default';
  first_row timestamptz; last_row timestamptz; has_rows boolean;
begin
  perform set_config('idanimo.owner', 'system', true);
  execute format('select min(%1$I), max(%1$I), coalesce(bool_or(%1$I >= $1 and %1$I < $2), false) from partitions.%2$I', by_column, default_name)
    into first_row, last_row, has_rows using start, finish;
  if has_rows and (first_row < start or last_row >= finish) then return false; end if;
  if has_rows then
    execute format('alter table %I detach partition partitions.%I', of_table, default_name);
    execute format('alter table partitions.%I rename to %I', default_name, new_name);
    execute format('create table partitions.%I (like partitions.%I including all)', default_name, new_name);
    perform protect_partition(of_table, default_name);
  else
    execute format('create table partitions.%I (like partitions.%I including all)', new_name, default_name);
    perform protect_partition(of_table, new_name);
  end if;
  execute format('alter table %I attach partition partitions.%I for values from (%L) to (%L)', of_table, new_name, start, finish);
  if has_rows then execute format('alter table %I attach partition partitions.%I default', of_table, default_name); end if;
  insert into month_partitions values (of_table, new_name, start, finish);
  return true;
end $$;
revoke execute on function create_partition from public;
