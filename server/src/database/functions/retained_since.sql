-- The end of the newest detached month. Conditions about older rows must not apply.
create or replace function retained_since() returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select coalesce(max(ends_at), '-infinity') from detached_months
$$;
grant execute on function retained_since to idanimo_app;
