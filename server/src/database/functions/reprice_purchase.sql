-- Gives a purchase that waits for approval the prices of today, which its approver confirms. The lines of a file have one price.
create or replace function reprice_purchase(
  bought uuid, items uuid[], prices bigint[], taxes bigint[], line_price bigint, line_tax bigint, vat bigint, lines jsonb, rate bigint
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from purchases where id = bought and state = 'awaiting_approval' for update;
  if not found then raise exception 'purchase % does not wait for approval', bought using errcode = 'check_violation'; end if;
  update purchase_items i set price_minor = n.price, tax_minor = n.tax from unnest(items, prices, taxes) n (id, price, tax)
  where i.id = n.id and i.purchase_id = bought;
  update purchase_items set price_minor = line_price, tax_minor = line_tax
  where purchase_id = bought and bulk_line is not null and line_price is not null;
  update purchases p set price_minor = s.price, tax_minor = s.tax, vat_minor = vat, quote = lines, rate_minor = rate
  from (select sum(price_minor) as price, sum(tax_minor) as tax from purchase_items where purchase_id = bought) s where p.id = bought;
end $$;
revoke execute on function reprice_purchase from public;
grant execute on function reprice_purchase to idanimo_app;
