-- Sets items to awaiting consent, and returns those that were still being looked up. Locks their owners' counters in one
-- order first, as deliver_items does, so that two batches cannot deadlock.
create or replace function mark_awaiting_consent(items uuid[]) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
begin
  insert into request_totals (owner_id)
    select distinct i.owner_id from purchase_items i where i.id = any (items) order by i.owner_id on conflict do nothing;
  perform from request_totals t where t.owner_id in (select i.owner_id from purchase_items i where i.id = any (items))
    order by t.owner_id for update;
  return query update purchase_items set state = next_state('item', state, 'subject_asked'), state_changed_at = product_now()
    where id = any (items) and state = 'looking_up' returning id;
end $$;
revoke execute on function mark_awaiting_consent from public;
grant execute on function mark_awaiting_consent to idanimo_app;
