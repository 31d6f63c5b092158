-- Violations of the invariants about purchases and items. A completed purchase may have an open request to a vehicle's owner,
-- which is free and added later.
create or replace function check_purchases(running_minutes int default 15) returns table (invariant text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);

  return query select 'R-01', format('wallet %s has %s, the sum of its transfers is %s', a.id, a.balance_minor, coalesce(sum(m.delta), 0))
  from ledger_accounts a left join lateral (
    select -t.amount_minor as delta from ledger_transfers t where t.from_account = a.id
    union all select t.amount_minor from ledger_transfers t where t.to_account = a.id) m on true
  where a.kind = 'wallet' group by a.id having a.balance_minor <> coalesce(sum(m.delta), 0);

  return query select 'R-02', format('wallet %s is below zero', id) from ledger_accounts where balance_minor < 0;

  return query select 'R-03', format('item %s ended as %s, refunds of it: %s', i.id, i.outcome, coalesce(r.amount, 0))
  from purchase_items i left join (
    select key, sum(amount_minor) as amount from ledger_transfers where reason = 'REFUND' group by key) r on r.key = 'refund:' || i.id
  where coalesce(r.amount, 0) <> case when i.outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED', 'NO_ANSWER')
    then i.price_minor + i.tax_minor else 0 end;
  return query select 'R-03', format('item %s is %s since %s', i.id, i.state, i.state_changed_at) from purchase_items i
  where (i.state = 'looking_up' and i.state_changed_at < product_now() - make_interval(mins => running_minutes))
     or (i.state = 'awaiting_consent' and i.state_changed_at < product_now() - interval '24 hours' - make_interval(mins => running_minutes));

  return query select 'R-03', format('item %s was paid for and never started', i.id) from purchase_items i
  join purchases p on p.id = i.purchase_id and p.state in ('paid', 'completed') where i.state = 'priced' and i.bulk_line is null;
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

  return query select 'R-08', format('request %s: the record exists though consent is %s', r.request_id, c.state)
  from results r join consents c on c.request_id = r.request_id
  where c.state in ('denied', 'terminated', 'no_data_found') and c.decided_at < product_now() - interval '15 minutes';

  return query select 'R-09', format('purchase %s is %s with %s open items', p.id, p.state, count(*)) from purchases p
  join purchase_items i on i.purchase_id = p.id and i.state <> 'closed' and i.search_type <> 'plate_owner'
  where p.state = 'completed' group by p.id, p.state;
  return query select 'R-09', format('item %s is %s, consent %s', i.id, coalesce(i.outcome, i.state), c.state)
  from purchase_items i join consents c on c.request_id = i.id
  where (i.outcome = 'DELIVERED' and c.state not in ('granted', 'terminated')) or (i.outcome = 'DENIED' and c.state <> 'denied')
     or (i.state = 'awaiting_consent' and c.state <> 'pending') or (i.outcome = 'NO_DATA' and c.state <> 'no_data_found')
     or (i.state = 'closed' and c.state in ('initiate', 'pending'));

  return query select 'R-10', format('purchase %s was paid without an audit row', p.id) from purchases p
  where p.state in ('paid', 'completed') and p.paid_at > (select retained_since()) + interval '1 minute' and not exists (
    select from audit_log l where l.object_id = p.id and l.action in ('paid_from_wallet', 'paid_instantly'));
  return query select 'R-10', v.finding || coalesce(' at ' || v.at_position, '') from verify_audit() v where v.finding <> 'unsealed';

  -- one lookup per cause for all transfers; one per transfer would take quadratic time
  return query select 'R-11', format('transfer %s (%s) has no cause', t.id, t.key) from ledger_transfers t
  left join purchases p on t.key = 'purchase:' || p.id
  left join purchase_items i on t.key = 'refund:' || i.id
  left join payments y on t.key = 'payment:' || y.reference
  where p.id is null and i.id is null and y.id is null and t.key !~ '^adjustment:(refund|closed):'
    -- demonstration money: addresses that end in ".test" belong to no person
    and not (t.key like 'adjustment:%' and exists (
      select from ledger_accounts a join owners o on o.id = a.owner_id
      where a.id in (t.from_account, t.to_account) and (o.closed_at is not null
        or exists (select from users u where u.email like '%.test' and (u.id = o.id
          or exists (select from members m where m.organisation_id = o.id and m.user_id = u.id))))));

  return query select 'R-12', format('request %s: %s attempts for part %s', request_id, count(*), part) from lookup_attempts
  where result <> 'not_accepted' group by request_id, part having count(*) > 1;

  return query select 'R-14', format('purchase %s: items %s, total %s', p.id, sum(i.price_minor + i.tax_minor), p.total_minor)
  from purchases p join purchase_items i on i.purchase_id = p.id group by p.id
  having sum(i.price_minor) <> p.price_minor or sum(i.tax_minor) <> p.tax_minor;

  return query select 'PRICE-15', format('file %s has %s lines, its purchase %s', u.id, u.records, count(i.id)) from bulk_uploads u
  left join purchase_items i on i.purchase_id = u.purchase_id and i.bulk_line is not null
  where u.purchase_id is not null group by u.id having count(i.id) <> u.records;

  return query select 'DASH-02', format('totals of %s are %s/%s/%s', u.id, coalesce(t.listed, 0), coalesce(t.successful, 0), coalesce(t.unsuccessful, 0))
  from owners u left join request_totals t on t.owner_id = u.id left join (
    select i.owner_id, count(*) filter (where i.state in ('awaiting_consent', 'closed')) as listed,
           count(*) filter (where i.outcome = 'DELIVERED') as good, count(*) filter (where i.outcome <> 'DELIVERED') as bad
    from purchase_items i group by i.owner_id) c on c.owner_id = u.id
  where (coalesce(t.listed, 0), coalesce(t.successful, 0), coalesce(t.unsuccessful, 0))
    <> (coalesce(c.listed, 0), coalesce(c.good, 0), coalesce(c.bad, 0));
end $$;
revoke execute on function check_purchases from public;
