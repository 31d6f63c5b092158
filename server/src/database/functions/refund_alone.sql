-- Refunds all of a lookup's price, or less, as one operator: up to a limit in naira, and up to another one per operator and day in
-- Lagos. A dollar amount counts at the rate of its purchase. Returns refunded, above_limit, day_limit, or what request_refund does.
create or replace function refund_alone(new_id uuid, of_item uuid, amount bigint, who text, why text, limit_minor bigint, day_minor bigint,
  transfer_id uuid, request_audit_id uuid, audit_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare naira bigint; what text;
begin
  select case p.currency when 'NGN' then m.minor else (m.minor * p.rate_minor + 50) / 100 end into naira
  from purchase_items i join purchases p on p.id = i.purchase_id,
    lateral (select coalesce(amount, i.price_minor + i.tax_minor) as minor) m where i.id = of_item;
  if naira > limit_minor then return 'above_limit'; end if;
  -- two refunds of one operator at the same moment count one after the other
  perform pg_advisory_xact_lock(hashtextextended('refund_alone:' || lower(btrim(who)), 0));
  if naira + coalesce((select sum(r.single_naira_minor) from operator_refunds r
      where lower(btrim(r.asked_by)) = lower(btrim(who)) and r.single_naira_minor is not null
        and (r.asked_at at time zone 'Africa/Lagos')::date = (product_now() at time zone 'Africa/Lagos')::date), 0) > day_minor then
    return 'day_limit';
  end if;
  what := request_refund(new_id, of_item, amount, who, why, request_audit_id);
  if what <> 'asked' then return what; end if;
  update operator_refunds set single_naira_minor = naira, single_limit_minor = limit_minor where id = new_id;
  return confirm_refund(of_item, who, transfer_id, audit_id);
end $$;
revoke execute on function refund_alone from public;
