-- Rejects a changed email address without its confirmation. A changed name or number ends the verification of a business.
create or replace function refuse_other_person() returns trigger
language plpgsql as $$
begin
  if old.closed_at is not null then raise exception 'users: a closed account stays as it is' using errcode = 'check_violation'; end if;
  if new.email <> old.email and new.closed_at is null then raise exception 'users: an e-mail is never changed' using errcode = 'check_violation'; end if;
  if new.user_type <> old.user_type then raise exception 'users: a type is never changed' using errcode = 'check_violation'; end if;
  if old.phone is not null and new.phone is not null and new.phone <> old.phone then
    raise exception 'users: a phone is set once' using errcode = 'check_violation';
  end if;
  if new.business_name is distinct from old.business_name or new.rc_number is distinct from old.rc_number then
    new.verified_at := null;
    new.match_tried_at := null;
    new.match_tries := 0;
  end if;
  return new;
end $$;
