-- The first instant of a month in UTC.
create or replace function month_start(moment timestamptz) returns timestamptz
language sql immutable as $$
  select date_trunc('month', moment at time zone 'UTC') at time zone 'UTC'
$$;
