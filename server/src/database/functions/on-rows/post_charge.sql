-- Posts the charge of one purchase, as post_charges does.
create or replace function post_charge(purchase purchases, from_account uuid, first_id uuid, second_id uuid) returns void
language sql set search_path = public, pg_temp as $$
  select post_charges(array[purchase.id], array[from_account], array[first_id, second_id])
$$;
revoke execute on function post_charge from public;
