-- Notes on an item that its record is closed because consent was withdrawn.
create or replace function mark_record_withdrawn() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update purchase_items set record_ended = 'WITHDRAWN' where id = new.request_id and outcome = 'DELIVERED' and record_ended is null;
  return null;
end $$;
revoke execute on function mark_record_withdrawn from public;
