-- Takes a refunded item off the spending of the day on which its purchase was counted. The caller has locked the wallet.
create or replace function uncount_spending(item_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update spending_counters s set amount_minor = s.amount_minor - naira_of(i.price_minor + i.tax_minor, p.currency, p.rate_minor), count = s.count - 1
  from purchase_items i join purchases p on p.id = i.purchase_id
  where i.id = item_id and i.price_minor + i.tax_minor > 0 and s.owner_id = p.owner_id and s.user_id = p.made_by_user_id and s.day = p.spent_on
    and s.search_type = case when i.bulk_line is null then i.search_type else 'bulk_nin' end
$$;
revoke execute on function uncount_spending from public;
