-- 0008: the statements in which a check and its write must be one: paying from a wallet, settling what a provider says, and
-- closing an item. They run as the owner, so the running program can move money in no other way than these.
create or replace function house_account(of_kind text, of_currency text) returns uuid
language sql stable set search_path = public, pg_temp as $$
  select id from ledger_accounts where owner_id is null and kind = of_kind and currency = of_currency
$$;
revoke execute on function house_account from public;
