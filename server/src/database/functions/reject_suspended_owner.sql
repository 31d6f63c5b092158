-- Rejects a new purchase or payment of a suspended account or organisation, also by a suspended member [OC-09].
create or replace function reject_suspended_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from suspensions s where s.ended_at is null and s.owner_id in (new.owner_id, new.made_by_user_id)) then
    raise exception '%: the account is suspended', tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke execute on function reject_suspended_owner from public;
