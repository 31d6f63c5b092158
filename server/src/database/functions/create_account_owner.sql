-- Creates the owner of a new account: a person, or for a business the organisation of the same id, with its first member. Later
-- the organisation's details and the end of both follow the account.
create or replace function create_account_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into owners (id, kind) values (new.id, case new.user_type when 'business' then 'organisation' else 'person' end);
    if new.user_type = 'business' then
      insert into organisations (id, name, rc_number, office_address, verified_at, live_enabled, created_at)
      values (new.id, coalesce(new.business_name, 'Business'), new.rc_number, new.office_address, new.verified_at, true, new.created_at);
      insert into members (organisation_id, user_id, roles, joined_at) values (new.id, new.id, '{owner}', new.created_at);
    end if;
    return null;
  end if;
  if new.closed_at is not null then
    update owners set closed_at = new.closed_at where id = new.id and closed_at is null;
    update organisations set name = 'Closed account', rc_number = null, office_address = null, verified_at = null, closed_at = new.closed_at
    where id = new.id and closed_at is null;
  else
    update organisations set name = coalesce(new.business_name, name), rc_number = new.rc_number, office_address = new.office_address,
      verified_at = new.verified_at where id = new.id and closed_at is null;
  end if;
  return null;
end $$;
revoke execute on function create_account_owner from public;
