-- Marks purchases as paid and queues their lookups in the same transaction; for a bulk file only its first lines.
create or replace function mark_all_paid(bought uuid[], way text) returns void
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare jobs graphile_worker.job_spec[]; file uuid;
begin
  update purchases set state = next_state('purchase', state, 'payment_made'), payment_type = way, paid_at = product_now() where id = any (bought);
  with begun as (
    update purchase_items i set state = next_state('item', i.state, 'paid_for'), state_changed_at = product_now()
    from unnest(bought) b (id) join purchases p on p.id = b.id
    where i.purchase_id = p.id and i.position < coalesce(p.bulk_from, 2147483647) returning i.id)
  select array_agg(('look_up', json_build_object('itemId', id), null, null, 25::smallint, 'look_up:' || id, null, null)::graphile_worker.job_spec)
    into jobs from begun;
  if jobs is not null then perform from graphile_worker.add_jobs(jobs); end if;
  for file in select p.id from unnest(bought) b (id) join purchases p on p.id = b.id where p.bulk_from is not null loop
    perform queue_bulk(file, 0);
  end loop;
end $$;
revoke execute on function mark_all_paid from public;
