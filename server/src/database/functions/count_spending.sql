-- Counts members' purchases to their spending of today, in the transaction that pays them; a person's own account is not counted.
-- The caller has locked the wallets and marked the purchases as paid.
create or replace function count_spending(bought uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into spending_counters as s (owner_id, user_id, day, search_type, amount_minor, count)
  select c.owner_id, c.user_id, p.spent_on, c.search_type, sum(c.amount_minor), sum(c.count)
  from charges_by_type(bought) c join purchases p on p.id = c.purchase_id
  where p.spent_on is not null
  group by c.owner_id, c.user_id, p.spent_on, c.search_type order by 1, 2, 3, 4
  on conflict (owner_id, user_id, day, search_type) do update
    set amount_minor = s.amount_minor + excluded.amount_minor, count = s.count + excluded.count
$$;
revoke execute on function count_spending from public;
