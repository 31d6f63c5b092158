-- Begins the next lines of a paid file, so many that at most `most` are being looked up, and wakes itself while any is left.
-- The file's row is locked: two wake-ups would count the same lines. Answers how many began.
create or replace function begin_bulk(of_purchase uuid, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare running int; begun int := 0; line record;
begin
  perform from bulk_uploads u join purchases p on p.id = u.purchase_id
  where u.purchase_id = of_purchase and u.stopped_at is null and p.state = 'paid' for update of u;
  if not found then return 0; end if;
  select count(*) into running from purchase_items i
  where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'looking_up';
  for line in
    update purchase_items set state = 'looking_up', moved_at = product_now() where id in (
      select i.id from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced'
      order by i.position limit greatest(most - running, 0)) returning id, position
  loop
    perform queue_bulk_line(line.id, line.position);
    begun := begun + 1;
  end loop;
  if exists (select from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced') then
    perform queue_bulk(of_purchase, case when begun = 0 then 1 else 0 end);
  end if;
  return begun;
end $$;
revoke execute on function begin_bulk from public;
grant execute on function begin_bulk to idanimo_app;
