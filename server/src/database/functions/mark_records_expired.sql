-- Notes on delivered items that their records have expired.
create or replace function mark_records_expired() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = 'off' as $$
declare gone uuid[] := array(
  select id from old_rows was join new_rows is_now using (id) where was.purged_at is null and is_now.purged_at is not null);
begin
  if gone <> '{}' then
    update purchase_items set record_ended = 'EXPIRED' where id = any (gone) and outcome = 'DELIVERED' and record_ended is null;
  end if;
  return null;
end $$;
revoke execute on function mark_records_expired from public;
