-- Requests a refund of all of a lookup's price, or less. Returns asked, unknown, not_kept, too_much, known or account_closed.
create or replace function request_refund(new_id uuid, of_item uuid, amount bigint, who text, why text, audit_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare item purchase_items; purchase purchases;
begin
  select * into item from purchase_items i where i.id = of_item for update;
  if item.id is null then return 'unknown'; end if;
  select * into purchase from purchases p where p.id = item.purchase_id;
  if item.outcome is null or item.outcome not in ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED', 'CANCELLED') then return 'not_kept'; end if;
  if coalesce(amount, 1) > item.price_minor + item.tax_minor or coalesce(amount, 1) <= 0 then return 'too_much'; end if;
  if exists (select from owners u where u.id = item.owner_id and u.closed_at is not null) then return 'account_closed'; end if;
  insert into operator_refunds (id, item_id, owner_id, currency, amount_minor, reason, asked_by)
  values (new_id, of_item, item.owner_id, purchase.currency, coalesce(amount, item.price_minor + item.tax_minor), why, who)
  on conflict (item_id) do nothing;
  if not found then return 'known'; end if;
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason)
  values (audit_id, 'operator', (select o.id from operators o where o.email = who), 'refund_requested', of_item, who || ': ' || why);
  return 'asked';
end $$;
revoke execute on function request_refund from public;
