-- Confirms a refund that another operator requested, or one that an operator makes alone, and pays it. Returns refunded, unknown, already, same_name or account_closed.
create or replace function confirm_refund(of_item uuid, who text, transfer_id uuid, audit_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare refund operator_refunds; wallet uuid;
begin
  select * into refund from operator_refunds r where r.item_id = of_item;
  if refund.id is null then return 'unknown'; end if;
  -- lock order: wallet, then account, which cannot be closed meanwhile
  select a.id into wallet from ledger_accounts a
  where a.owner_id = refund.owner_id and a.kind = 'wallet' and a.currency = refund.currency for update;
  perform from owners u where u.id = refund.owner_id and u.closed_at is null for share;
  if not found then return 'account_closed'; end if;
  select * into refund from operator_refunds r where r.item_id = of_item for update;
  if refund.id is null then return 'unknown'; end if;
  if refund.confirmed_at is not null then return 'already'; end if;
  if lower(btrim(who)) = lower(btrim(refund.asked_by)) and refund.single_naira_minor is null then return 'same_name'; end if;
  update operator_refunds set confirmed_by = who, confirmed_at = product_now() where id = refund.id;
  insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
  values (transfer_id, 'adjustment:refund:' || of_item, 1, product_account('adjustments', refund.currency), wallet, refund.currency,
    refund.amount_minor, 'ADJUSTMENT');
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason)
  values (audit_id, 'operator', (select o.id from operators o where o.email = who), 'refund_confirmed', of_item, who || ', asked by ' || refund.asked_by);
  return 'refunded';
end $$;
revoke execute on function confirm_refund from public;
