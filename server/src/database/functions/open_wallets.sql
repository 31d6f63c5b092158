-- Creates the two empty wallets of a new account.
create or replace function open_wallets(for_user uuid, naira_id uuid, dollar_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into ledger_accounts (id, owner_id, kind, currency, balance_minor)
  values (naira_id, for_user, 'wallet', 'NGN', 0), (dollar_id, for_user, 'wallet', 'USD', 0)
  on conflict do nothing
$$;
revoke execute on function open_wallets from public;
grant execute on function open_wallets to idanimo_app;
