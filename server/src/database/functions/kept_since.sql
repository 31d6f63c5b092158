-- From when on rows are here. What asks for an older one must say that it stands apart.
create or replace function kept_since() returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select coalesce(max(ends_at), '-infinity') from detached_months
$$;
grant execute on function kept_since to idanimo_app;
