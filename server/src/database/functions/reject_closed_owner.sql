-- Rejects a purchase or payment of a closed account. A concurrent closure is waited for.
create or replace function reject_closed_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare closed timestamptz;
begin
  select o.closed_at into closed from owners o where o.id = new.owner_id for key share;
  if closed is not null then raise exception '%: the account was closed', tg_table_name using errcode = 'check_violation'; end if;
  return new;
end $$;
