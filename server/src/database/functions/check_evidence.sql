-- Violations of the invariants about audit, evidence and their chain.
create or replace function check_evidence(running_minutes int default 15) returns table (invariant text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);
  return query select p.invariant, p.detail from check_purchases(running_minutes) p;
  return query select 'R-10', format('request %s: consent is %s without evidence of %s', c.request_id, c.state, needed.event)
  from consents c cross join (values ('granted'), ('denied'), ('withdrawn')) needed (event)
  where case needed.event when 'denied' then c.state = 'denied' when 'granted' then c.state = 'granted' or c.state = 'terminated' and c.decided_by is not null
      else c.state = 'terminated' and c.decided_by is not null end
    and c.decided_at > (select retained_since()) + interval '1 minute' and not exists (select from consent_evidence e where e.request_id = c.request_id
      and (e.event = needed.event or needed.event = 'withdrawn' and e.event = 'requester_closed'));
  return query select 'R-10', format('%s row %s is not sealed since %s', d.kind, d.id, d.at) from (
      select 'audit' as kind, l.id, l.at from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)
      union all
      select 'evidence', e.id, e.at from consent_evidence e where not exists (select from audit_seals s where s.evidence_id = e.id)) d
  where d.at < product_now() - interval '5 minutes' order by d.at limit 1;
end $$;
revoke execute on function check_evidence from public;
