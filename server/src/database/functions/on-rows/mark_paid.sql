-- Being paid queues the look-ups in the same transaction, whichever way it was paid; of a file it queues only the beginning.
create or replace function mark_paid(purchase purchases, way text) returns void
language sql set search_path = public, pg_temp as $$
  select mark_all_paid(array[purchase.id], way)
$$;
revoke execute on function mark_paid from public;
