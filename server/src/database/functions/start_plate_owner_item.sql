-- Adds the free item of a request to the vehicle's owner to the purchase of a delivered registration number, and queues its
-- lookup. Returns false if there is no such result.
create or replace function start_plate_owner_item(plate_item uuid, item_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare purchase purchases;
begin
  select p.* into purchase from purchases p join purchase_items i on i.purchase_id = p.id
  where i.id = plate_item and i.search_type = 'license_number' and i.outcome = 'DELIVERED' for update of p;
  if purchase.id is null then return false; end if;
  insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state)
  select item_id, purchase.id, purchase.owner_id, max(i.position) + 1, 'plate_owner', 0, 0, 'priced'
  from purchase_items i where i.purchase_id = purchase.id;
  update purchase_items set state = next_state('item', state, 'paid_for'), state_changed_at = product_now() where id = item_id;
  perform graphile_worker.add_job('look_up', json_build_object('itemId', item_id), job_key => 'look_up:' || item_id, max_attempts => 25);
  return true;
end $$;
revoke execute on function start_plate_owner_item from public;
grant execute on function start_plate_owner_item to idanimo_app;
