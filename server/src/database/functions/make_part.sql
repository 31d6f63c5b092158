-- Creates the partition for [start, finish). It is filled and guarded before it is attached, so only the empty default partition is
-- locked. If the default partition contains rows of this month only, it becomes the partition. Returns whether there is one now.
create or replace function make_part(of_whole text, by_column text, start timestamptz, finish timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  part text := of_whole || '_' || to_char(start at time zone 'UTC', 'YYYY_MM');
  rest text := of_whole || '_rest';
  first_row timestamptz; last_row timestamptz; any_here boolean;
begin
  perform set_config('idanimo.owner', 'system', true);
  execute format('select min(%1$I), max(%1$I), coalesce(bool_or(%1$I >= $1 and %1$I < $2), false) from months.%2$I', by_column, rest)
    into first_row, last_row, any_here using start, finish;
  if any_here and (first_row < start or last_row >= finish) then return false; end if;
  if any_here then
    execute format('alter table %I detach partition months.%I', of_whole, rest);
    execute format('alter table months.%I rename to %I', rest, part);
    execute format('create table months.%I (like months.%I including all)', rest, part);
    perform guard_part(of_whole, rest);
  else
    execute format('create table months.%I (like months.%I including all)', part, rest);
    perform guard_part(of_whole, part);
  end if;
  execute format('alter table %I attach partition months.%I for values from (%L) to (%L)', of_whole, part, start, finish);
  if any_here then execute format('alter table %I attach partition months.%I default', of_whole, rest); end if;
  insert into month_parts values (of_whole, part, start, finish);
  return true;
end $$;
revoke execute on function make_part from public;
