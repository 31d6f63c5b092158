-- 0008: the statements in which a check and its write must be one: paying from a wallet, settling what a provider says, and
-- closing an item. They run as the owner, so the running program can move money in no other way than these.

create function house_account(of_kind text, of_currency text) returns uuid language sql stable set search_path = public, pg_temp as $$
  select id from ledger_accounts where owner_id is null and kind = of_kind and currency = of_currency
$$;

-- The charge of one purchase, from a wallet or from the provider's cash: price and tax as two legs of one key.
create function post_charge(purchase purchases, from_account uuid, first_id uuid, second_id uuid) returns void
language sql set search_path = public, pg_temp as $$
  insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
  select leg_id, 'purchase:' || purchase.id, leg, from_account, house_account(kind, purchase.currency), purchase.currency, amount, 'VERIFICATION'
  from (values (first_id, 1, 'revenue', purchase.price_minor), (second_id, 2, 'tax', purchase.tax_minor)) legs (leg_id, leg, kind, amount)
  where amount > 0
$$;

-- Being paid queues the look-ups in the same transaction, whichever way it was paid.
create function mark_paid(purchase purchases, way text) returns void language plpgsql set search_path = public, pg_temp as $$
declare item uuid;
begin
  update purchases set state = 'paid', payment_type = way, paid_at = product_now() where id = purchase.id;
  for item in update purchase_items set state = 'looking_up', moved_at = product_now() where purchase_id = purchase.id returning id loop
    perform graphile_worker.add_job('look_up', json_build_object('itemId', item), job_key => 'look_up:' || item, max_attempts => 25);
  end loop;
end $$;

-- Pays purchases from their owners' wallets: one call for all payments that wait, each with its own answer in its place.
-- Answers `success`, also for a payment repeated, or a refusal's code. The pure rule `payFrom` decides alike; a test compares.
-- Wallets are locked first and in one order, so two batches never wait for each other.
-- `ids` holds three new ids for each payment: two transfers and an audit row.
create function pay_from_wallet(owners uuid[], codes text[], labels text[], amounts bigint[], ids uuid[]) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  answers text[] := '{}'; answer text; purchase purchases; active text; wallet uuid; balance bigint;
begin
  perform from ledger_accounts a where a.owner_id = any (owners) and a.kind = 'wallet' order by a.id for update;
  for at in 1 .. coalesce(array_length(owners, 1), 0) loop
    select * into purchase from purchases p where p.session_code = codes[at] and p.owner_id = owners[at] for update;
    if purchase.id is null or purchase.transaction_id <> labels[at] then answer := 'not_found';
    elsif purchase.total_minor <> amounts[at] then answer := 'amount_mismatch';
    elsif purchase.state in ('paid', 'completed') then
      answer := case purchase.payment_type when 'WALLET' then 'success' else 'already_paid' end;
    elsif purchase.state = 'abandoned' or purchase.quote_ends_at <= product_now() then answer := 'quote_ended';
    else
      select u.active_currency, a.id, a.balance_minor into active, wallet, balance
      from users u join ledger_accounts a on a.owner_id = u.id and a.kind = 'wallet' and a.currency = u.active_currency
      where u.id = owners[at];
      if active <> purchase.currency then answer := 'currency_mismatch';
      elsif balance < purchase.total_minor then answer := 'wallet_balance_low';
      else
        perform post_charge(purchase, wallet, ids[3 * at - 2], ids[3 * at - 1]);
        perform mark_paid(purchase, 'WALLET');
        insert into audit_log (id, actor_kind, actor_id, action, object_id, reason)
        values (ids[3 * at], 'user', owners[at], 'paid_from_wallet', purchase.id, '');
        answer := 'success';
      end if;
    end if;
    answers := answers || answer;
  end loop;
  return answers;
end $$;
revoke execute on function pay_from_wallet from public;
grant execute on function pay_from_wallet to idanimo_app;

-- Settles one payment on the provider's own word; the check by reference, the webhook and the reconciler all end here, and it
-- counts once. `word` is `successful`, `failed`, `cancelled` or `expired`. Answers what happened:
-- settled | already | refused | quarantined | unknown | unchanged.
create function settle_payment(
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
      quarantined_minor = greatest(paid_minor, 1) where id = payment.id;
    insert into cases (id, kind, object_id, detail) values (audit_id, 'payment_does_not_fit', payment.id,
      format('asked %s %s, came %s %s', payment.amount_minor, payment.currency, paid_minor, paid_currency)) on conflict do nothing;
    return 'quarantined';
  end if;

  update payments set state = 'succeeded', provider_id = their_id, processor_response = said, checked_at = product_now(),
    settled_at = product_now() where id = payment.id;
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
revoke execute on function settle_payment from public;
grant execute on function settle_payment to idanimo_app;

-- Ends one item with its only outcome; gives its total back to the wallet where the outcome says so, and completes the
-- purchase with its last item. An item that waits for its subject ends only by what the subject did or could not be asked: a
-- look-up that woke a second time must not end it. Answers true when this call ended it, false when it had ended already.
create function close_item(item_id uuid, how text, first_id uuid, second_id uuid, audit_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item purchase_items; purchase purchases; wallet uuid; refunded boolean := how in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED');
begin
  select * into item from purchase_items i where i.id = item_id;
  if item.id is null or item.state in ('priced', 'closed') then return false; end if;
  if refunded then -- wallet before purchase, as everywhere
    select a.id into wallet from ledger_accounts a join purchases p on p.id = item.purchase_id
    where a.owner_id = item.owner_id and a.kind = 'wallet' and a.currency = p.currency for update of a;
  end if;
  select * into purchase from purchases p where p.id = item.purchase_id for update;
  update purchase_items set state = 'closed', outcome = how, moved_at = product_now()
  where id = item_id and (state = 'looking_up'
    or (state = 'awaiting_consent' and how in ('DELIVERED', 'DENIED', 'UNANSWERED', 'BLOCKED', 'NO_CONTACT')));
  if not found then return false; end if;
  if refunded then
    insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
    select leg_id, 'refund:' || item_id, leg, house_account(kind, purchase.currency), wallet, purchase.currency, amount, 'REFUND'
    from (values (first_id, 1, 'revenue', item.price_minor), (second_id, 2, 'tax', item.tax_minor)) legs (leg_id, leg, kind, amount)
    where amount > 0;
  end if;
  update purchases set state = 'completed', completed_at = product_now()
  where id = purchase.id and state = 'paid' and not exists (select from purchase_items where purchase_id = purchase.id and state <> 'closed');
  insert into audit_log (id, actor_kind, action, object_id, reason)
  values (audit_id, 'system', case when refunded then 'refunded' else 'closed' end, item_id, how);
  return true;
end $$;
revoke execute on function close_item from public;
grant execute on function close_item to idanimo_app;
revoke execute on function house_account, post_charge, mark_paid from public;
