-- Applies the provider's result to a payment, once: pays the purchase or the wallet, or quarantines an amount that does not match.
-- Returns what it did.
create or replace function settle_payment(
  payment_reference text, provider_status text, provider_payment_id text, paid_minor bigint, paid_currency text, provider_message text, first_id uuid,
  second_id uuid, third_id uuid, audit_id uuid
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payment payments; purchase purchases; wallet uuid; bought boolean := false; surplus bigint; to_state text;
begin
  select * into payment from payments p where p.reference = payment_reference;
  if payment.id is null then return 'unknown'; end if;
  -- lock order: wallet, purchase, payment
  select a.id into wallet from ledger_accounts a
  where a.owner_id = payment.owner_id and a.kind = 'wallet' and a.currency = payment.currency for update;
  if payment.purchase_id is not null then
    select * into purchase from purchases p where p.id = payment.purchase_id for update;
  end if;
  select * into payment from payments p where p.reference = payment_reference for update;
  if payment.state = 'succeeded' then return 'already'; end if;

  if provider_status <> 'successful' then
    to_state := next_state('payment', payment.state,
      case provider_status when 'failed' then 'provider_refused' when 'cancelled' then 'payer_cancelled' when 'expired' then 'time_ran_out' end);
    if to_state is null then return 'unchanged'; end if;
    update payments set state = to_state, provider_id = coalesce(provider_payment_id, provider_id), processor_response = provider_message,
      checked_at = product_now() where id = payment.id;
    return 'refused';
  end if;

  if paid_currency is distinct from payment.currency or paid_minor is null or paid_minor < payment.amount_minor then
    -- does not match the intent: quarantined for an operator
    if payment.quarantined_minor is not null then return 'already'; end if;
    to_state := coalesce(next_state('payment', payment.state, 'provider_refused'), payment.state);
    update payments set state = to_state, provider_id = provider_payment_id, processor_response = provider_message, checked_at = product_now(),
      quarantined_minor = greatest(settle_payment.paid_minor, 1) where id = payment.id;
    insert into cases (id, kind, object_id, detail) values (audit_id, 'payment_mismatch', payment.id,
      format('requested %s %s, received %s %s', payment.amount_minor, payment.currency, paid_minor, paid_currency)) on conflict do nothing;
    return 'quarantined';
  end if;

  update payments set state = next_state('payment', state, 'provider_confirmed'), provider_id = provider_payment_id, processor_response = provider_message, checked_at = product_now(),
    settled_at = product_now(), paid_minor = settle_payment.paid_minor where id = payment.id;
  surplus := paid_minor;
  if purchase.id is not null and purchase.state = 'initiated' and purchase.total_minor <= paid_minor and not purchase.needs_approval
    -- colleagues' payments may have reached a cap since this one began [TM-06]
    and (purchase.made_by_user_id is null or find_reached_cap(purchase.id) is null) then
    perform post_charge(purchase, product_account('provider_cash', payment.currency), first_id, second_id);
    perform mark_paid(purchase, 'INSTANT');
    perform count_spending(array[purchase.id]);
    surplus := paid_minor - purchase.total_minor;
    bought := true;
  end if;
  -- a top-up, a surplus, or a payment of a purchase that ended, was paid otherwise or reached a cap goes to the wallet
  if surplus > 0 then
    insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
    values (third_id, 'payment:' || payment.reference, 1, product_account('provider_cash', payment.currency), wallet, payment.currency, surplus, 'TOPUP');
  end if;
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason, organisation_id)
  values (audit_id, 'user', coalesce(payment.made_by_user_id, payment.owner_id), case when bought then 'paid_instantly' else 'topped_up' end,
    coalesce(purchase.id, payment.id), '', (select o.id from owners o where o.id = payment.owner_id and o.kind = 'organisation'));
  return 'settled';
end $$;
revoke execute on function settle_payment from public;
grant execute on function settle_payment to idanimo_app;
