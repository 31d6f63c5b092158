-- Closes attempts and returns the items they belong to, with whether each is still open. Attempts are found by primary key.
create or replace function finish_lookups(requests uuid[], attempts uuid[], attempts_of uuid[], results text[]) returns table (id uuid, is_open boolean)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' as $$
declare ended uuid[];
begin
  with done as (
    update lookup_attempts a set result = results[array_position(attempts, a.id)], finished_at = product_now(), response_sealed = null
    where a.id = any (attempts) and a.result = 'sent' returning a.id)
  select coalesce(array_agg(done.id), '{}') into ended from done;
  if cardinality(ended) < cardinality(attempts) then
    requests := array(
      select * from unnest(requests) except select a.request from unnest(attempts, attempts_of) as a (id, request) where a.id <> all (ended));
  end if;
  update lookup_attempts a set response_sealed = null, result = case a.result when 'sent' then 'failed' else a.result end,
    finished_at = coalesce(a.finished_at, product_now())
  where a.request_id = any (requests) and a.result <> 'not_accepted' and (a.result = 'sent' or a.response_sealed is not null);
  return query select i.id, i.state = 'looking_up' from purchase_items i where i.id = any (requests);
end $$;
