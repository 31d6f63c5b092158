-- Violations of the invariants about ledger, payments and refunds. A condition about an audit row applies while the partition
-- of that row is attached.
create or replace function check_money() returns table (invariant text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);

  -- payments of one purchase together: one paid it, the others are in the wallet
  return query select 'R-05', format('for %s the provider paid %s %s, the ledger has %s', coalesce(p.cause, c.cause), coalesce(p.least, 0),
      coalesce(p.currency, c.currency), coalesce(c.counted, 0))
  from (
    select coalesce(y.purchase_id::text, y.reference) as cause, y.currency, sum(coalesce(y.paid_minor, y.amount_minor)) as least,
      bool_and(y.paid_minor is not null) as is_exact
    from payments y where y.state = 'succeeded' group by 1, 2) p
  full join (
    select coalesce(y.purchase_id::text, split_part(t.key, ':', 2)) as cause, t.currency, sum(t.amount_minor) as counted
    from ledger_transfers t join ledger_accounts a on a.id = t.from_account and a.kind = 'provider_cash'
    left join payments y on t.key like 'payment:%' and y.reference = split_part(t.key, ':', 2)
    group by 1, 2) c on c.cause = p.cause and c.currency = p.currency
  where p.cause is null or coalesce(c.counted, 0) < p.least or (p.is_exact and c.counted > p.least);
  return query select 'R-05', format('payment %s: %s in quarantine without a case', y.reference, y.quarantined_minor) from payments y
  where y.quarantined_minor is not null and not exists (select from cases k where k.kind = 'payment_mismatch' and k.object_id = y.id);

  return query select 'R-11', format('transfer %s (%s) is not of the wallet''s owner', t.id, t.key)
  from (select from_account as wallet, m.* from ledger_transfers m union all select to_account, m.* from ledger_transfers m) t
  join ledger_accounts w on w.id = t.wallet and w.kind = 'wallet'
  left join purchases p on t.key like 'purchase:%' and p.id::text = split_part(t.key, ':', 2)
  left join payments y on t.key like 'payment:%' and y.reference = split_part(t.key, ':', 2)
  left join purchase_items i on t.key like 'refund:%' and i.id::text = split_part(t.key, ':', 2)
  left join purchases o on o.id = i.purchase_id
  where coalesce(p.owner_id, y.owner_id, i.owner_id) <> w.owner_id or coalesce(p.currency, y.currency, o.currency) <> t.currency;

  return query select 'R-11', format('transfer %s (%s) has no audit row', t.id, t.key) from ledger_transfers t
  left join payments y on t.key like 'payment:%' and y.reference = split_part(t.key, ':', 2)
  where (t.key like 'payment:%' and t.created_at > (select retained_since()) + interval '1 minute' and not exists (
      select from audit_log l where l.object_id in (y.id, y.purchase_id) and l.action in ('topped_up', 'paid_instantly')))
    or (t.key like 'refund:%' and t.created_at > (select retained_since()) + interval '1 minute' and not exists (
      select from audit_log l where l.object_id::text = split_part(t.key, ':', 2) and l.action = 'refunded'))
    or (t.key like 'adjustment:closed:%' and not exists (
      select from owners u where u.id::text = split_part(t.key, ':', 3) and u.closed_at is not null));

  return query select 'R-11', format('transfer %s (%s) is not a refund of two operators, or of one within the limit', t.id, t.key) from ledger_transfers t
  left join operator_refunds r on r.item_id::text = split_part(t.key, ':', 3)
  left join ledger_accounts w on w.id = t.to_account and w.kind = 'wallet' and w.owner_id = r.owner_id
  where t.key like 'adjustment:refund:%' and (
    w.id is null or r.currency <> t.currency or r.amount_minor <> t.amount_minor
    or r.confirmed_by is null or (lower(btrim(r.confirmed_by)) = lower(btrim(r.asked_by))) <> (r.single_naira_minor is not null)
    or (r.asked_at > (select retained_since()) + interval '1 minute' and not exists (
      select from audit_log l where l.object_id = r.item_id and l.action = 'refund_requested' and starts_with(l.reason, r.asked_by || ': ')))
    or (t.created_at > (select retained_since()) + interval '1 minute' and not exists (
      select from audit_log l where l.object_id = r.item_id and l.action = 'refund_confirmed' and l.reason = r.confirmed_by || ', asked by ' || r.asked_by)));

  -- refunds of one operator alone: each up to its limit, and at most 20,000 naira per operator and day in Lagos
  return query select 'R-11', format('refund %s of one operator is above the limit', r.id) from operator_refunds r
  join purchase_items i on i.id = r.item_id join purchases p on p.id = i.purchase_id
  where r.single_naira_minor is not null and (r.single_naira_minor > r.single_limit_minor
    or r.single_naira_minor <> case r.currency when 'NGN' then r.amount_minor else (r.amount_minor * p.rate_minor + 50) / 100 end);
  return query select 'R-11', format('single refunds of %s on %s are %s kobo', min(r.asked_by), (r.asked_at at time zone 'Africa/Lagos')::date,
    sum(r.single_naira_minor))
  from operator_refunds r where r.single_naira_minor is not null
  group by lower(btrim(r.asked_by)), (r.asked_at at time zone 'Africa/Lagos')::date having sum(r.single_naira_minor) > 2000000;
end $$;
revoke execute on function check_money from public;
