-- Creates a session, unless the account is closed or its second step is missing.
create or replace function create_sign_in(
  new_id uuid, of_user uuid, new_token_hash bytea, its_kind text, its_device text, lasts interval, came_as bytea,
  goes_as bytea, audit_id uuid, second_step_done boolean, compared_password text
) returns table (outcome text, is_new boolean, ends_at timestamptz)
language plpgsql set search_path = public, pg_temp as $$
declare account record;
begin
  select u.password_hash, u.totp_on_at, u.closed_at into account from users u where u.id = of_user for share;
  if not found or account.closed_at is not null or (compared_password is not null and compared_password is distinct from account.password_hash) then
    return query select 'changed', false, null::timestamptz; return;
  end if;
  if account.totp_on_at is not null and not second_step_done then return query select 'second_step', false, null::timestamptz; return; end if;
  is_new := (exists (select from sign_ins s where s.user_id = of_user) or exists (select from known_devices d where d.user_id = of_user))
    and not exists (select from known_devices d where d.user_id = of_user and d.device_hash = came_as)
    and not exists (select from sign_ins s where s.user_id = of_user and s.kind = 'bearer' and s.kind = its_kind and s.device = its_device);
  ends_at := product_now() + lasts;
  insert into sign_ins (id, user_id, token_hash, kind, device, ends_at)
  values (new_id, of_user, new_token_hash, its_kind, its_device, create_sign_in.ends_at);
  if goes_as is not null then
    insert into known_devices as d (user_id, device_hash) values (of_user, goes_as)
    on conflict (user_id, device_hash) do update set last_at = product_now() where d.last_at < product_now() - interval '1 day';
  end if;
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason) values (audit_id, 'user', of_user, 'signed_in', new_id, '');
  outcome := 'signed_in';
  return next;
end $$;
revoke execute on function create_sign_in from public;
grant execute on function create_sign_in to idanimo_app;
