-- Locks an account's wallets until the transaction ends, and returns their balances.
create or replace function lock_wallets(of_user uuid) returns table (currency text, balance_minor bigint)
language sql security definer set search_path = public, pg_temp as $$
  select a.currency, a.balance_minor from ledger_accounts a where a.owner_id = of_user and a.kind = 'wallet' order by a.id for update
$$;
revoke execute on function lock_wallets from public;
grant execute on function lock_wallets to idanimo_app;
