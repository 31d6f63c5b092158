-- 0009: the product's laws as one question. No row means that all of them hold. Ids are those of docs/requirements.md.
-- `running_minutes`: how long an item may run before it counts as forgotten (R-03).
create function check_invariants(running_minutes int default 15) returns table (law text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);

  return query select 'R-01', format('wallet %s holds %s, its transfers say %s', a.id, a.balance_minor, coalesce(sum(m.delta), 0))
  from ledger_accounts a left join lateral (
    select -t.amount_minor as delta from ledger_transfers t where t.from_account = a.id
    union all select t.amount_minor from ledger_transfers t where t.to_account = a.id) m on true
  where a.kind = 'wallet' group by a.id having a.balance_minor <> coalesce(sum(m.delta), 0);

  return query select 'R-02', format('wallet %s is below zero', id) from ledger_accounts where balance_minor < 0;

  return query select 'R-03', format('item %s ended as %s, refunds of it: %s', i.id, i.outcome, coalesce(r.amount, 0))
  from purchase_items i left join (
    select key, sum(amount_minor) as amount from ledger_transfers where reason = 'REFUND' group by key) r on r.key = 'refund:' || i.id
  where coalesce(r.amount, 0) <> case when i.outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED')
    then i.price_minor + i.tax_minor else 0 end;
  return query select 'R-03', format('item %s is %s since %s', i.id, i.state, i.moved_at) from purchase_items i
  where (i.state = 'looking_up' and i.moved_at < product_now() - make_interval(mins => running_minutes))
     or (i.state = 'awaiting_consent' and i.moved_at < product_now() - interval '24 hours' - make_interval(mins => running_minutes));

  return query select 'R-04', format('purchase %s is %s, charged %s of %s', p.id, p.state, coalesce(c.amount, 0), p.total_minor)
  from purchases p left join (
    select key, sum(amount_minor) as amount from ledger_transfers where reason = 'VERIFICATION' group by key) c on c.key = 'purchase:' || p.id
  where coalesce(c.amount, 0) <> case when p.state in ('paid', 'completed') then p.total_minor else 0 end;
  return query select 'R-04', format('result %s without a settled charge', r.request_id) from results r
  where not exists (select from purchase_items i join purchases p on p.id = i.purchase_id
                    where i.id = r.request_id and p.state in ('paid', 'completed'));

  return query select 'R-06', format('payment %s is %s, counted %s', p.reference, p.state, coalesce(c.amount, 0))
  from payments p left join lateral (
    select sum(t.amount_minor) as amount from ledger_transfers t
    where t.key = 'payment:' || p.reference or (t.key = 'purchase:' || p.purchase_id and exists (
      select from ledger_accounts a where a.id = t.from_account and a.kind = 'provider_cash'))) c on true
  where (p.state = 'succeeded' and coalesce(c.amount, 0) < p.amount_minor)
     or (p.state <> 'succeeded' and exists (select from ledger_transfers t where t.key = 'payment:' || p.reference));

  return query select 'R-08', format('request %s: record kept though consent is %s', r.request_id, c.state)
  from results r join consents c on c.request_id = r.request_id
  where c.state in ('denied', 'terminated', 'no_data_found') and c.decided_at < product_now() - interval '15 minutes';

  return query select 'R-09', format('purchase %s is %s with %s open items', p.id, p.state, count(*)) from purchases p
  join purchase_items i on i.purchase_id = p.id and i.state <> 'closed' where p.state = 'completed' group by p.id, p.state;
  return query select 'R-09', format('item %s is %s, consent %s', i.id, coalesce(i.outcome, i.state), c.state)
  from purchase_items i join consents c on c.request_id = i.id
  where (i.outcome = 'DELIVERED' and c.state not in ('granted', 'terminated')) or (i.outcome = 'DENIED' and c.state <> 'denied')
     or (i.state = 'awaiting_consent' and c.state <> 'pending') or (i.outcome = 'NO_DATA' and c.state <> 'no_data_found')
     or (i.state = 'closed' and c.state in ('initiate', 'pending'));

  return query select 'R-10', format('purchase %s was paid without an audit row', p.id) from purchases p
  where p.state in ('paid', 'completed') and not exists (
    select from audit_log l where l.object_id = p.id and l.action in ('paid_from_wallet', 'paid_instantly'));
  return query select 'R-10', v.finding || coalesce(' at ' || v.at_position, '') from verify_audit() v where v.finding <> 'unsealed';

  return query select 'R-11', format('transfer %s (%s) has no cause', t.id, t.key) from ledger_transfers t
  where not case split_part(t.key, ':', 1)
    when 'purchase' then exists (select from purchases p where 'purchase:' || p.id = t.key)
    when 'refund'   then exists (select from purchase_items i where 'refund:' || i.id = t.key)
    when 'payment'  then exists (select from payments p where 'payment:' || p.reference = t.key)
    when 'adjustment' then true else false end;

  return query select 'R-12', format('request %s was asked %s times for %s', request_id, count(*), part) from lookup_attempts
  where result <> 'not_taken' group by request_id, part having count(*) > 1;

  return query select 'R-14', format('purchase %s: items %s, total %s', p.id, sum(i.price_minor + i.tax_minor), p.total_minor)
  from purchases p join purchase_items i on i.purchase_id = p.id group by p.id
  having sum(i.price_minor) <> p.price_minor or sum(i.tax_minor) <> p.tax_minor;

  return query select 'DASH-02', format('totals of %s say %s/%s/%s', u.id, coalesce(t.listed, 0), coalesce(t.successful, 0), coalesce(t.unsuccessful, 0))
  from users u left join request_totals t on t.owner_id = u.id left join lateral (
    select count(*) filter (where i.state in ('awaiting_consent', 'closed')) as listed,
           count(*) filter (where i.outcome = 'DELIVERED') as good, count(*) filter (where i.outcome <> 'DELIVERED') as bad
    from purchase_items i where i.owner_id = u.id) c on true
  where (coalesce(t.listed, 0), coalesce(t.successful, 0), coalesce(t.unsuccessful, 0)) <> (c.listed, c.good, c.bad);
end $$;
revoke execute on function check_invariants from public;
grant execute on function check_invariants to idanimo_app;
