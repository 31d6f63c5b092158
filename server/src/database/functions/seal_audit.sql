-- Seals rows that wait, oldest first, at most `most`, and returns how many. One caller at a time. A day's head is written with the
-- first row of a later day. Rows are found by primary key.
create or replace function seal_audit(most int default 5000) returns int
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = 'off' as $$
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
    cross join lateral (select seal_input(l) as entry from audit_log l where l.id = d.row_id and l.at = d.at offset 0) found where d.kind = 'audit'
    union all
    select d.at, d.row_id, d.kind, found.entry from due d
    cross join lateral (select seal_input(e) as entry from consent_evidence e where e.id = d.row_id and e.at = d.at offset 0) found
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
revoke execute on function seal_audit from public;
grant execute on function seal_audit to idanimo_app;
