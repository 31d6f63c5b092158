-- 0016: a subject whom none of our messages could reach was never asked. Such an item may end as NO_CONTACT while it waits.
create or replace function close_item(item_id uuid, how text, first_id uuid, second_id uuid, audit_id uuid) returns boolean
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
