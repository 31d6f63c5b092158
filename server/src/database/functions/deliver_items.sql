-- Delivers items, and returns those that were still open. Items are found by primary key, never by a scan of all open items.
create or replace function deliver_items(items uuid[], audit_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  closed uuid[]; bought uuid[];
  under_way constant text := 'looking_up'; -- a plan that does not know the state cannot take the index of some states
begin
  perform from purchases p where p.id in (select i.purchase_id from purchase_items i where i.id = any (items)) order by p.id for update;
  insert into request_totals (owner_id)
    select distinct i.owner_id from purchase_items i where i.id = any (items) order by i.owner_id on conflict do nothing;
  perform from request_totals t where t.owner_id in (select i.owner_id from purchase_items i where i.id = any (items))
    order by t.owner_id for update;
  with ended as (
    update purchase_items set state = next_state('item', state, 'ended'), outcome = 'DELIVERED', state_changed_at = product_now()
    where id = any (items) and state = under_way returning id, purchase_id)
  select array_agg(id), array_agg(distinct purchase_id) into closed, bought from ended;
  -- bulk lines first, by their own index: a purchase of 100,000 lines must not be read completely for each batch
  bought := array(select b.id from unnest(bought) b (id) where not exists (
    select from purchase_items o where o.purchase_id = b.id and o.bulk_line is not null
      and o.state in ('priced', 'looking_up', 'awaiting_consent')));
  update purchases p set state = next_state('purchase', p.state, 'all_items_closed'), completed_at = product_now()
  where p.id = any (bought) and p.state = 'paid' and not exists (select from purchase_items o where o.purchase_id = p.id and o.state <> 'closed');
  insert into audit_log (id, actor_kind, action, object_id, reason)
  select a.id, 'system', 'closed', a.item, 'DELIVERED' from unnest(items, audit_ids) a (item, id) where a.item = any (closed);
  return query select unnest(closed);
end $$;
revoke execute on function deliver_items from public;
grant execute on function deliver_items to idanimo_app;
