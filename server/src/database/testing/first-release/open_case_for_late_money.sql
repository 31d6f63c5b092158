-- Opens a case for money that reaches the wallet of a closed account; an operator decides about it.
create or replace function open_case_for_late_money() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from added where reason in ('TOPUP', 'REFUND', 'ADJUSTMENT')) then return null; end if; -- most pay for something
  insert into cases (id, kind, object_id, detail)
  select gen_random_uuid(), 'money_after_closure', case l.reason
      when 'TOPUP' then (select p.id from payments p where p.reference = substring(l.key from '^payment:(.*)$'))
      when 'REFUND' then substring(l.key from '^refund:([0-9a-f-]{36})$')::uuid
      else l.owner_id end,
    format('received %s %s', l.amount, l.currency)
  from (
    select t.key, t.reason, t.currency, a.owner_id, sum(t.amount_minor) as amount
    from added t join ledger_accounts a on a.id = t.to_account and a.kind = 'wallet' join users u on u.id = a.owner_id
    where u.closed_at is not null group by t.key, t.reason, t.currency, a.owner_id) l
  on conflict do nothing;
  return null;
end $$;
