-- Marks one purchase as paid, as mark_all_paid does.
create or replace function mark_paid(purchase purchases, way text) returns void
language sql set search_path = public, pg_temp as $$
  select mark_all_paid(array[purchase.id], way)
$$;
revoke execute on function mark_paid from public;
