-- Closes an item with its outcome, and refunds its total if the outcome is refunded. Returns false if it was closed already.
-- PROVIDER_FAILED is also the outcome of a consent request that our own gateways did not accept before its deadline.
create or replace function close_item(item_id uuid, how text, first_id uuid, second_id uuid, audit_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item purchase_items; purchase purchases; wallet uuid; refunded boolean := how in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED', 'NO_ANSWER');
begin
  select * into item from purchase_items i where i.id = item_id;
  if item.id is null or item.state in ('priced', 'closed') then return false; end if;
  if refunded then -- wallet before purchase, as everywhere
    select a.id into wallet from ledger_accounts a join purchases p on p.id = item.purchase_id
    where a.owner_id = item.owner_id and a.kind = 'wallet' and a.currency = p.currency for update of a;
  end if;
  select * into purchase from purchases p where p.id = item.purchase_id for update;
  update purchase_items set state = next_state('item', state, 'ended'), outcome = how, state_changed_at = product_now()
  where id = item_id and (state = 'looking_up'
    or (state = 'awaiting_consent' and how in ('DELIVERED', 'DENIED', 'UNANSWERED', 'CANCELLED', 'BLOCKED', 'NO_CONTACT'))
    or (state = 'awaiting_consent' and how = 'PROVIDER_FAILED'
      and exists (select from consents c where c.request_id = item_id and c.state = 'terminated')));
  if not found then return false; end if;
  if refunded then
    insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
    select leg_id, 'refund:' || item_id, leg, product_account(kind, purchase.currency), wallet, purchase.currency, amount, 'REFUND'
    from (values (first_id, 1, 'revenue', item.price_minor), (second_id, 2, 'tax', item.tax_minor)) legs (leg_id, leg, kind, amount)
    where amount > 0;
    perform uncount_spending(item_id);
  end if;
  -- bulk lines first, by their own index: a purchase of 100,000 lines must not be read completely for each that ends
  if not exists (select from purchase_items o where o.purchase_id = purchase.id and o.bulk_line is not null
                 and o.state in ('priced', 'looking_up', 'awaiting_consent')) then
    update purchases set state = next_state('purchase', state, 'all_items_closed'), completed_at = product_now()
    where id = purchase.id and state = 'paid' and not exists (select from purchase_items where purchase_id = purchase.id and state <> 'closed');
  end if;
  insert into audit_log (id, actor_kind, action, object_id, reason)
  values (audit_id, 'system', case when refunded then 'refunded' else 'closed' end, item_id, how);
  return true;
end $$;
revoke execute on function close_item from public;
grant execute on function close_item to idanimo_app;
