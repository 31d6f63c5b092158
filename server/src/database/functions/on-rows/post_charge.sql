-- The charge of one purchase, from a wallet or from the provider's cash: price and tax as two legs of one key.
create or replace function post_charge(purchase purchases, from_account uuid, first_id uuid, second_id uuid) returns void
language sql set search_path = public, pg_temp as $$
  select post_charges(array[purchase.id], array[from_account], array[first_id, second_id])
$$;
revoke execute on function post_charge from public;
