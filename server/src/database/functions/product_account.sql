-- The product's own account of a kind and currency.
create or replace function product_account(of_kind text, of_currency text) returns uuid
language sql stable set search_path = public, pg_temp as $$
  select id from ledger_accounts where owner_id is null and kind = of_kind and currency = of_currency
$$;
revoke execute on function product_account from public;
