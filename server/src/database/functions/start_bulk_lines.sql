-- Starts the next lines of a paid bulk file, up to `most` being looked up at once, and queues itself while lines remain. Locks the
-- file, because two calls would count the same lines. Returns how many started.
create or replace function start_bulk_lines(of_purchase uuid, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare running int; begun uuid[];
begin
  perform from bulk_uploads u join purchases p on p.id = u.purchase_id
  where u.purchase_id = of_purchase and u.stopped_at is null and p.state = 'paid' for update of u;
  if not found then return 0; end if;
  select count(*) into running from purchase_items i
  where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'looking_up';
  with line as (
    update purchase_items set state = next_state('item', state, 'paid_for'), state_changed_at = product_now() where id in (
      select i.id from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced'
      order by i.position limit greatest(most - running, 0)) returning id, position)
  select array_agg(id order by position) into begun from line;
  perform queue_lines(begun);
  if exists (select from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced') then
    perform queue_bulk(of_purchase, case when begun is null then 1 else 0 end);
  end if;
  return coalesce(array_length(begun, 1), 0);
end $$;
revoke execute on function start_bulk_lines from public;
grant execute on function start_bulk_lines to idanimo_app;
