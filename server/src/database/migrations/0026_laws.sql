-- 0026: two laws more. All that the card provider paid is counted or put aside, for each purchase and each reference (R-05); every
-- transfer goes back to what somebody did, and to the wallet of whoever it is about (R-11).

-- What came, where it was counted: a surplus is then known from money that nobody paid.
alter table payments add column paid_minor bigint;
alter table payments add constraint payments_paid_when_counted
  check (paid_minor is null or (state = 'succeeded' and paid_minor >= amount_minor)) not valid;

-- As in 0008, but that it keeps what was paid.
create or replace function settle_payment(
  our_reference text, word text, their_id text, paid_minor bigint, paid_currency text, said text,
  first_id uuid, second_id uuid, third_id uuid, audit_id uuid
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payment payments; purchase purchases; wallet uuid; bought boolean := false; surplus bigint; next_state text;
begin
  select * into payment from payments p where p.reference = our_reference;
  if payment.id is null then return 'unknown'; end if;
  -- wallet before purchase before payment, as everywhere
  select a.id into wallet from ledger_accounts a
  where a.owner_id = payment.owner_id and a.kind = 'wallet' and a.currency = payment.currency for update;
  if payment.purchase_id is not null then
    select * into purchase from purchases p where p.id = payment.purchase_id for update;
  end if;
  select * into payment from payments p where p.reference = our_reference for update;
  if payment.state = 'succeeded' then return 'already'; end if;

  if word <> 'successful' then
    if payment.state <> 'initiated' or word not in ('failed', 'cancelled', 'expired') then return 'unchanged'; end if;
    update payments set state = word, provider_id = coalesce(their_id, provider_id), processor_response = said,
      checked_at = product_now() where id = payment.id;
    return 'refused';
  end if;

  if paid_currency is distinct from payment.currency or paid_minor is null or paid_minor < payment.amount_minor then
    -- not what was asked for: nothing is counted, a person looks at it
    if payment.quarantined_minor is not null then return 'already'; end if;
    next_state := case payment.state when 'initiated' then 'failed' else payment.state end;
    update payments set state = next_state, provider_id = their_id, processor_response = said, checked_at = product_now(),
      quarantined_minor = greatest(settle_payment.paid_minor, 1) where id = payment.id;
    insert into cases (id, kind, object_id, detail) values (audit_id, 'payment_does_not_fit', payment.id,
      format('asked %s %s, came %s %s', payment.amount_minor, payment.currency, paid_minor, paid_currency)) on conflict do nothing;
    return 'quarantined';
  end if;

  update payments set state = 'succeeded', provider_id = their_id, processor_response = said, checked_at = product_now(),
    settled_at = product_now(), paid_minor = settle_payment.paid_minor where id = payment.id;
  surplus := paid_minor;
  if purchase.id is not null and purchase.state = 'initiated' and purchase.total_minor <= paid_minor then
    perform post_charge(purchase, house_account('provider_cash', payment.currency), first_id, second_id);
    perform mark_paid(purchase, 'INSTANT');
    surplus := paid_minor - purchase.total_minor;
    bought := true;
  end if;
  -- a top-up, a surplus, or a late success of a purchase that has ended or was paid otherwise: the wallet gets it
  if surplus > 0 then
    insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
    values (third_id, 'payment:' || payment.reference, 1, house_account('provider_cash', payment.currency), wallet, payment.currency, surplus, 'TOPUP');
  end if;
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason)
  values (audit_id, 'user', payment.owner_id, case when bought then 'paid_instantly' else 'topped_up' end, coalesce(purchase.id, payment.id), '');
  return 'settled';
end $$;

-- As in 0013, but that the counters are compared in one pass over the items, and not in one for each user.
create or replace function check_purchases(running_minutes int default 15) returns table (law text, detail text)
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

  return query select 'R-03', format('item %s was paid for and never begun', i.id) from purchase_items i
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

  -- each cause is looked up once for all transfers: asked for each transfer by itself, the time grows with the square of the book
  return query select 'R-11', format('transfer %s (%s) has no cause', t.id, t.key) from ledger_transfers t
  left join purchases p on t.key = 'purchase:' || p.id
  left join purchase_items i on t.key = 'refund:' || i.id
  left join payments y on t.key = 'payment:' || y.reference
  where p.id is null and i.id is null and y.id is null and t.key !~ '^adjustment:(refund|closed):'
    -- money to try things with: no person's mailbox ends in ".test", and what a closed account had was taken out of it
    and not (t.key like 'adjustment:%' and exists (
      select from ledger_accounts a join users u on u.id = a.owner_id
      where a.id in (t.from_account, t.to_account) and (u.email like '%.test' or u.closed_at is not null)));

  return query select 'R-12', format('request %s was asked %s times for %s', request_id, count(*), part) from lookup_attempts
  where result <> 'not_taken' group by request_id, part having count(*) > 1;

  return query select 'R-14', format('purchase %s: items %s, total %s', p.id, sum(i.price_minor + i.tax_minor), p.total_minor)
  from purchases p join purchase_items i on i.purchase_id = p.id group by p.id
  having sum(i.price_minor) <> p.price_minor or sum(i.tax_minor) <> p.tax_minor;

  return query select 'PRICE-15', format('file %s has %s lines, its purchase %s', u.id, u.records, count(i.id)) from bulk_uploads u
  left join purchase_items i on i.purchase_id = u.purchase_id and i.bulk_line is not null
  where u.purchase_id is not null group by u.id having count(i.id) <> u.records;

  return query select 'DASH-02', format('totals of %s say %s/%s/%s', u.id, coalesce(t.listed, 0), coalesce(t.successful, 0), coalesce(t.unsuccessful, 0))
  from users u left join request_totals t on t.owner_id = u.id left join (
    select i.owner_id, count(*) filter (where i.state in ('awaiting_consent', 'closed')) as listed,
           count(*) filter (where i.outcome = 'DELIVERED') as good, count(*) filter (where i.outcome <> 'DELIVERED') as bad
    from purchase_items i group by i.owner_id) c on c.owner_id = u.id
  where (coalesce(t.listed, 0), coalesce(t.successful, 0), coalesce(t.unsuccessful, 0))
    <> (coalesce(c.listed, 0), coalesce(c.good, 0), coalesce(c.bad, 0));
end $$;

-- Each is one pass over its tables, however many rows there are.
create function check_money() returns table (law text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);

  -- several payments of one purchase are looked at together: one of them bought it, the others are in the wallet
  return query select 'R-05', format('for %s came %s %s, counted %s', coalesce(p.cause, c.cause), coalesce(p.least, 0),
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
  return query select 'R-05', format('payment %s: %s put aside and no case', y.reference, y.quarantined_minor) from payments y
  where y.quarantined_minor is not null and not exists (select from cases k where k.kind = 'payment_does_not_fit' and k.object_id = y.id);

  return query select 'R-11', format('transfer %s (%s) is not of the wallet''s owner', t.id, t.key)
  from (select from_account as wallet, m.* from ledger_transfers m union all select to_account, m.* from ledger_transfers m) t
  join ledger_accounts w on w.id = t.wallet and w.kind = 'wallet'
  left join purchases p on t.key like 'purchase:%' and p.id::text = split_part(t.key, ':', 2)
  left join payments y on t.key like 'payment:%' and y.reference = split_part(t.key, ':', 2)
  left join purchase_items i on t.key like 'refund:%' and i.id::text = split_part(t.key, ':', 2)
  left join purchases o on o.id = i.purchase_id
  where coalesce(p.owner_id, y.owner_id, i.owner_id) <> w.owner_id or coalesce(p.currency, y.currency, o.currency) <> t.currency;

  return query select 'R-11', format('transfer %s (%s) is of nobody''s act', t.id, t.key) from ledger_transfers t
  left join payments y on t.key like 'payment:%' and y.reference = split_part(t.key, ':', 2)
  where (t.key like 'payment:%' and not exists (
      select from audit_log l where l.object_id in (y.id, y.purchase_id) and l.action in ('topped_up', 'paid_instantly')))
    or (t.key like 'refund:%' and not exists (
      select from audit_log l where l.object_id::text = split_part(t.key, ':', 2) and l.action = 'refunded'))
    or (t.key like 'adjustment:refund:%' and not exists (
      select from audit_log l where l.object_id::text = split_part(t.key, ':', 3) and l.action = 'refund_confirmed'))
    or (t.key like 'adjustment:closed:%' and not exists (
      select from users u where u.id::text = split_part(t.key, ':', 3) and u.closed_at is not null));
end $$;

alter function check_invariants(int) rename to check_evidence;
-- beside the version before: it asks check_invariants, which stays
revoke execute on function check_evidence from idanimo_app;
create function check_invariants(running_minutes int default 15) returns table (law text, detail text)
language sql security definer set search_path = public, pg_temp as $$
  select * from check_evidence(running_minutes) union all select * from check_money()
$$;
revoke execute on function check_invariants, check_money from public;
grant execute on function check_invariants to idanimo_app;
