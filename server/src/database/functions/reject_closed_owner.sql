-- Rejects a purchase or payment of a closed account, and a purchase of an organisation that has not given its number, address and
-- acceptance of the terms. A concurrent closure is waited for.
create or replace function reject_closed_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare closed timestamptz;
begin
  select o.closed_at into closed from owners o where o.id = new.owner_id for key share;
  if closed is not null then raise exception '%: the account was closed', tg_table_name using errcode = 'check_violation'; end if;
  if tg_table_name = 'purchases' and exists (select from organisations g where g.id = new.owner_id and not g.live_enabled) then
    raise exception 'purchases: the organisation has not given its facts' using errcode = 'check_violation';
  end if;
  return new;
end $$;
