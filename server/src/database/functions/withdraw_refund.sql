-- Withdraws a refund that is not confirmed. Returns whether there was one.
create or replace function withdraw_refund(of_item uuid, who text, audit_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from operator_refunds r where r.item_id = of_item and r.confirmed_at is null;
  if not found then return false; end if;
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason)
  values (audit_id, 'operator', (select o.id from operators o where o.email = who), 'refund_withdrawn', of_item, who);
  return true;
end $$;
revoke execute on function withdraw_refund from public;
