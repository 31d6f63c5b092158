-- Rejects a changed email address without its confirmation. A changed name or number ends the verification of a business.
create or replace function protect_user_identity() returns trigger
language plpgsql as $$
begin
  if old.closed_at is not null then raise exception 'users: a closed account cannot change' using errcode = 'check_violation'; end if;
  if new.email <> old.email and new.closed_at is null then raise exception 'users: the email address cannot change' using errcode = 'check_violation'; end if;
  if new.user_type <> old.user_type then raise exception 'users: the account type cannot change' using errcode = 'check_violation'; end if;
  if old.phone is not null and new.phone is not null and new.phone <> old.phone then
    raise exception 'users: a phone number cannot be replaced' using errcode = 'check_violation';
  end if;
  if new.business_name is distinct from old.business_name or new.rc_number is distinct from old.rc_number then
    new.verified_at := null;
    new.match_attempted_at := null;
    new.match_attempts := 0;
  end if;
  return new;
end $$;
