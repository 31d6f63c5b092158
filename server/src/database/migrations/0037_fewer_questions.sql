-- 0037: what look-ups of one moment ask the database is asked in fewer statements. What they go on from were six of them, opening their
-- attempts three, ending them three: of a small batch they cost more than what they read and wrote.

-- What look-ups go on from: each with its sale, its request, the call by which it was paid, and a row for each of its attempts. It runs as
-- who calls it, says itself that it works for the product, and that ends with the statement.
create function look_ups_of(items uuid[]) returns table (
  id uuid, owner_id uuid, search_type text, state text, since float8, total_minor bigint, currency text, transaction_id text, is_line boolean,
  retention_class text, options text[], search_sealed bytea, value_hash bytea, created_at timestamptz, now timestamptz, call uuid,
  attempt_id uuid, part text, result text, answer_sealed bytea, age float8)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  perform set_config('idanimo.owner', 'system', true);
  return query
  select i.id, i.owner_id, i.search_type, i.state, extract(epoch from product_now() - i.moved_at)::float8, i.price_minor + i.tax_minor, p.currency,
    p.transaction_id, i.bulk_line is not null, r.retention_class, r.options, r.search_sealed, r.value_hash, r.created_at, product_now(), paid.id,
    a.id, a.part, a.result, a.answer_sealed, extract(epoch from product_now() - a.started_at)::float8
  from unnest(items) asked (id)
  -- each by its own key: a plan that is kept must not read whole tables
  cross join lateral (select * from purchase_items where purchase_items.id = asked.id offset 0) i
  cross join lateral (select * from purchases where purchases.id = i.purchase_id offset 0) p
  cross join lateral (select * from verification_requests where verification_requests.id = i.id offset 0) r
  left join lateral (
    select l.id from audit_log l where l.object_id = i.purchase_id and l.action in ('paid_from_wallet', 'paid_instantly') limit 1) paid on true
  left join lateral (
    -- each half has an index of its own
    select * from lookup_attempts where request_id = i.id and lookup_attempts.result <> 'not_taken'
    union all
    select * from lookup_attempts where request_id = i.id and lookup_attempts.result = 'not_taken') a on true;
end $$;

-- Opens attempts: all of them, or none where one stands already that may have been taken.
create function open_attempts(ids uuid[], requests uuid[], parts text[], providers text[]) returns void
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare opened int;
begin
  perform set_config('idanimo.owner', 'system', true);
  insert into lookup_attempts (id, request_id, part, provider) select * from unnest(ids, requests, parts, providers)
  on conflict (request_id, part) where result <> 'not_taken' do nothing;
  get diagnostics opened = row_count;
  if opened < cardinality(ids) then raise exception 'a part is being asked' using errcode = 'serialization_failure'; end if;
end $$;

-- Ends the attempts of look-ups that are over, closes what a killed process left open of them, and erases what was kept of answers.
-- Answers those of which no attempt had been taken for dead, and whether their items are still looked up.
create function end_look_ups(requests uuid[], attempts uuid[], attempts_of uuid[], results text[]) returns table (id uuid, is_open boolean)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare ended uuid[];
begin
  with done as (
    update lookup_attempts a set result = e.result, finished_at = product_now(), answer_sealed = null
    from unnest(attempts, results) as e (id, result) where a.id = e.id and a.result = 'sent' returning a.id)
  select coalesce(array_agg(done.id), '{}') into ended from done;
  if cardinality(ended) < cardinality(attempts) then
    requests := array(
      select * from unnest(requests) except select a.request from unnest(attempts, attempts_of) as a (id, request) where a.id <> all (ended));
  end if;
  update lookup_attempts a set answer_sealed = null, result = case a.result when 'sent' then 'failed' else a.result end,
    finished_at = coalesce(a.finished_at, product_now())
  where a.request_id = any (requests) and a.result <> 'not_taken' and (a.result = 'sent' or a.answer_sealed is not null);
  return query select i.id, i.state = 'looking_up' from purchase_items i where i.id = any (requests);
end $$;
