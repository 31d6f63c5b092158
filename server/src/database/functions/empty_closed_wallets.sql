-- Posts the balances of a closed account's wallets to adjustments: forfeited, or to be paid out. Does nothing for an open
-- account. The transfer's key makes it idempotent.
create or replace function empty_closed_wallets(of_user uuid, naira_id uuid, dollar_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from owners u where u.id = of_user and u.closed_at is not null) then
    raise exception 'the account is not closed' using errcode = 'check_violation';
  end if;
  insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
  select case a.currency when 'NGN' then naira_id else dollar_id end, 'adjustment:closed:' || of_user || ':' || a.currency, 1,
    a.id, product_account('adjustments', a.currency), a.currency, a.balance_minor, 'ADJUSTMENT'
  from ledger_accounts a where a.owner_id = of_user and a.kind = 'wallet' and a.balance_minor > 0;
end $$;
revoke execute on function empty_closed_wallets from public;
grant execute on function empty_closed_wallets to idanimo_app;
