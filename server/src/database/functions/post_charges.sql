-- Posts the charges of purchases, each from a wallet or from the provider's cash: price and tax as two legs of one key. `ids`
-- contains two ids for each purchase.
create or replace function post_charges(bought uuid[], from_accounts uuid[], ids uuid[]) returns void
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
begin
  insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
  select ids[2 * b.place - 2 + l.leg], 'purchase:' || p.id, l.leg, b.from_account, h.id, p.currency, l.amount, 'VERIFICATION'
  from unnest(bought, from_accounts) with ordinality b (id, from_account, place)
  join purchases p on p.id = b.id
  cross join lateral (values (1, 'revenue', p.price_minor), (2, 'tax', p.tax_minor)) l (leg, kind, amount)
  join ledger_accounts h on h.owner_id is null and h.kind = l.kind and h.currency = p.currency
  where l.amount > 0;
end $$;
revoke execute on function post_charges from public;
