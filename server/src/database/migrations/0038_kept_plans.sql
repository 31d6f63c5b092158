-- 0038: a plan outlives what it was made for. One that was made while a table was empty or small reads all of it, for each row it is asked
-- for, until the server has counted again, a minute later at best: a queue of thousands of look-ups slowed itself down. What is done for
-- each look-up goes by key whatever was counted.

-- They ask by key alone; of a table that was empty its first page was read instead, and later all of its pages.
alter function look_ups_of set enable_seqscan = off;

-- As before, and: attempts are found by their own keys. All that stood were read instead, to be joined.
create or replace function end_look_ups(requests uuid[], attempts uuid[], attempts_of uuid[], results text[]) returns table (id uuid, is_open boolean)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare ended uuid[];
begin
  with done as (
    update lookup_attempts a set result = results[array_position(attempts, a.id)], finished_at = product_now(), answer_sealed = null
    where a.id = any (attempts) and a.result = 'sent' returning a.id)
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

-- As before, and: items are found by their own keys. The index over all items under way was read instead, from its beginning.
create or replace function deliver_items(items uuid[], audit_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
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
    update purchase_items set state = 'closed', outcome = 'DELIVERED', moved_at = product_now()
    where id = any (items) and state = under_way returning id, purchase_id)
  select array_agg(id), array_agg(distinct purchase_id) into closed, bought from ended;
  -- lines of a file first, by their own index: a purchase of 100,000 must not read all of them each time some end
  bought := array(select b.id from unnest(bought) b (id) where not exists (
    select from purchase_items o where o.purchase_id = b.id and o.bulk_line is not null
      and o.state in ('priced', 'looking_up', 'awaiting_consent')));
  update purchases p set state = 'completed', completed_at = product_now()
  where p.id = any (bought) and p.state = 'paid' and not exists (select from purchase_items o where o.purchase_id = p.id and o.state <> 'closed');
  insert into audit_log (id, actor_kind, action, object_id, reason)
  select a.id, 'system', 'closed', a.item, 'DELIVERED' from unnest(items, audit_ids) a (item, id) where a.item = any (closed);
  return query select unnest(closed);
end $$;

-- As before, and: rows are read by their own keys. Where many had waited, or might have, all of a month's rows were read each second.
create or replace function seal_audit(most int default 5000) returns int language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  last_position bigint; last_hash bytea; last_day date; sealed int;
begin
  if not pg_try_advisory_xact_lock(7201, 1) then return 0; end if;
  perform set_config('idanimo.owner', 'system', true);
  select s.position, s.hash, coalesce(l.at, e.at, s.month)::date into last_position, last_hash, last_day
  from (select * from (
      (select position, hash, audit_id, evidence_id, null::date as month from audit_seals order by position desc limit 1)
      union all
      (select b.last_position, b.last_hash, null, null, b.month from audit_bridges b order by b.last_position desc limit 1)) ends
    order by position desc limit 1) s
  left join audit_log l on l.id = s.audit_id left join consent_evidence e on e.id = s.evidence_id;
  last_position := coalesce(last_position, 0);
  last_hash := coalesce(last_hash, '\x'::bytea);
  with due as (
    select at, row_id, kind from seals_due order by at, row_id limit most
  ), entries as (
    select d.at, d.row_id, d.kind, found.entry from due d
    cross join lateral (select entry_of(l) as entry from audit_log l where l.id = d.row_id and l.at = d.at offset 0) found where d.kind = 'audit'
    union all
    select d.at, d.row_id, d.kind, found.entry from due d
    cross join lateral (select entry_of(e) as entry from consent_evidence e where e.id = d.row_id and e.at = d.at offset 0) found
    where d.kind = 'evidence'
  ), chained as (
    select last_position + row_number() over in_order as position, seal_chain(last_hash, entry) over in_order as hash,
      greatest(last_day, max(at::date) over in_order) as day, at, row_id, kind
    from entries window in_order as (order by at, row_id rows unbounded preceding)
  ), heads as (
    insert into audit_heads
    select day_before, position_before, hash_before from (
      select day, lag(day, 1, last_day) over by_position as day_before, lag(position, 1, last_position) over by_position as position_before,
        lag(hash, 1, last_hash) over by_position as hash_before
      from chained window by_position as (order by position)) c
    where day > day_before on conflict do nothing
  ), done as (
    delete from seals_due d using chained c where d.at = c.at and d.row_id = c.row_id
  )
  insert into audit_seals (position, audit_id, evidence_id, hash, sealed_at)
  select position, case kind when 'audit' then row_id end, case kind when 'evidence' then row_id end, hash, greatest(product_now(), at)
  from chained order by position;
  get diagnostics sealed = row_count;
  return sealed;
end $$;

-- The product's clock is read some thirty times for a payment and its look-up; in this language a reading takes a third of the time.
create or replace function product_now() returns timestamptz language plpgsql stable parallel safe as 'begin return clock_timestamp(); end';
