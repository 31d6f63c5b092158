-- Counts a member's purchase to today's spending, in the transaction that pays it; nothing for a person's own account. The caller
-- has locked the wallet.
create or replace function count_spending(bought uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare today date := (product_now() at time zone 'Africa/Lagos')::date;
begin
  update purchases set spent_on = today where id = bought and made_by_user_id is not null;
  if not found then return; end if;
  insert into spending_counters as s (owner_id, user_id, day, search_type, amount_minor, count)
  select p.owner_id, p.made_by_user_id, today, t.search_type, t.amount_minor, t.count from purchases p, charges_by_type(p.id) t
  where p.id = bought order by t.search_type
  on conflict (owner_id, user_id, day, search_type) do update
    set amount_minor = s.amount_minor + excluded.amount_minor, count = s.count + excluded.count;
end $$;
revoke execute on function count_spending from public;
