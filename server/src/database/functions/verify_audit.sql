-- The first finding in the chain of seals, and rows unsealed for more than a minute; no row means that it is intact. Where a month
-- was detached, the chain continues over its bridge.
create or replace function verify_audit() returns table (finding text, at_position bigint, row_kind text, row_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  bridged_to bigint := coalesce((select max(last_position) from audit_bridges), 0);
begin
  perform set_config('idanimo.owner', 'system', true);
  return query
    select case when s.position <> s.expected then 'seal missing' when s.is_bridge then 'head differs'
        when s.entry is null then 'row missing' else 'row changed' end,
      s.expected, case when s.position = s.expected then s.kind end, case when s.position = s.expected then s.id end
    from (
      select w.*, lag(w.last_position, 1, 0::bigint) over by_position + 1 as expected, lag(w.hash, 1, '\x'::bytea) over by_position as before_it
      from (
        select a.position, a.position as last_position, a.hash, coalesce(a.audit_id, a.evidence_id) as id,
          case when a.audit_id is null then 'evidence' else 'audit' end as kind,
          case when l.id is not null then seal_input(l) when e.id is not null then seal_input(e) end as entry, null::bytea as begins, false as is_bridge
        from audit_seals a left join audit_log l on l.id = a.audit_id left join consent_evidence e on e.id = a.evidence_id
        where a.position > bridged_to or not exists (select from audit_bridges b where a.position between b.first_position and b.last_position)
        union all
        select b.first_position, b.last_position, b.last_hash, null, null, null, b.before_hash, true from audit_bridges b) w
      window by_position as (order by w.position)) s
    where s.position <> s.expected or (case when s.is_bridge then s.begins <> s.before_it
      else s.entry is null or s.hash <> sha256(s.before_it || s.entry) end)
    order by s.position limit 1;
  if found then return; end if;
  return query select 'head differs', h.position, null::text, null::uuid from audit_heads h
    where not exists (select from audit_seals s where s.position = h.position and s.hash = h.hash)
      and not exists (select from audit_bridges b where h.position between b.first_position and b.last_position
        and (h.position < b.last_position or h.hash = b.last_hash))
    order by h.position limit 1;
  return query select u.finding, null::bigint, u.kind, u.id from (
      select 'unsealed' as finding, 'audit' as kind, l.id, l.at from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)
      union all
      select 'unsealed', 'evidence', e.id, e.at from consent_evidence e where not exists (select from audit_seals s where s.evidence_id = e.id)
      union all
      select 'row missing', d.kind, d.row_id, d.at from seals_due d
      where not exists (select from audit_log l where l.id = d.row_id) and not exists (select from consent_evidence e where e.id = d.row_id)) u
    where u.at < product_now() - interval '1 minute' order by u.at, u.id limit 1;
end $$;
revoke execute on function verify_audit from public;
grant execute on function verify_audit to idanimo_app;
