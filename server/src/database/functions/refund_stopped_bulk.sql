-- Closes unstarted lines of a file that has been stopped for longer than `stopped_hours` as BLOCKED, with a refund. Returns how
-- many; fewer than `most` means that none is left.
create or replace function refund_stopped_bulk(of_purchase uuid, stopped_hours int, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare lines uuid[]; line uuid;
begin
  perform from bulk_uploads u where u.purchase_id = of_purchase
    and u.stopped_at <= product_now() - make_interval(hours => stopped_hours) for update;
  if not found then return 0; end if;
  with moved as (
    update purchase_items set state = next_state('item', state, 'paid_for'), state_changed_at = product_now() where id in (
      select i.id from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced'
      order by i.position limit most) returning id)
  select array_agg(id) into lines from moved;
  foreach line in array coalesce(lines, '{}') loop
    perform close_item(line, 'BLOCKED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid());
  end loop;
  update consents set state = 'terminated' where request_id = any (lines) and state = 'initiate';
  update verification_requests set purge_due_at = product_now() where id = any (lines);
  return coalesce(array_length(lines, 1), 0);
end $$;
revoke execute on function refund_stopped_bulk from public;
grant execute on function refund_stopped_bulk to idanimo_app;
