-- Notes on an item that its record is closed because consent was withdrawn.
create or replace function note_record_withdrawn() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update purchase_items set record_over = 'WITHDRAWN' where id = new.request_id and outcome = 'DELIVERED' and record_over is null;
  return null;
end $$;
revoke execute on function note_record_withdrawn from public;
