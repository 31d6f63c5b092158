-- Rejects changes of a refund besides its confirmation and withdrawal.
create or replace function protect_refund() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare item purchase_items; purchase purchases;
begin
  if tg_op <> 'INSERT' and old.confirmed_at is not null then
    raise exception 'operator_refunds: a paid refund cannot change' using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'UPDATE' and (new.id, new.item_id, new.owner_id, new.currency, new.amount_minor, new.reason, new.asked_by, new.asked_at)
      is distinct from (old.id, old.item_id, old.owner_id, old.currency, old.amount_minor, old.reason, old.asked_by, old.asked_at) then
    raise exception 'operator_refunds: a confirmation cannot change the request' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.single_naira_minor is not null
      and (new.single_naira_minor, new.single_limit_minor) is distinct from (old.single_naira_minor, old.single_limit_minor) then
    raise exception 'operator_refunds: what counts toward the limit cannot change' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' and new.confirmed_at is not null then
    raise exception 'operator_refunds: a refund is requested before it is confirmed' using errcode = 'check_violation';
  end if;
  select * into item from purchase_items i where i.id = new.item_id;
  select * into purchase from purchases p where p.id = item.purchase_id;
  if item.outcome is null or item.outcome not in ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED', 'CANCELLED') then
    raise exception 'operator_refunds: the charge of the item was not kept' using errcode = 'check_violation';
  end if;
  if purchase.paid_at is null or purchase.currency <> new.currency or item.owner_id <> new.owner_id
      or new.amount_minor > item.price_minor + item.tax_minor then
    raise exception 'operator_refunds: payer, currency or amount differs from the payment' using errcode = 'check_violation';
  end if;
  return new;
end $$;
