-- 0010: a mailbox is proved by what only it received; other ways to sign in; the second step.

-- The code by mail is another than the code by SMS: whoever holds only the phone does not own the mailbox (T-15).
alter table registrations add column mail_code_hash bytea;
alter table users add column email_proved_at timestamptz;
update users set email_proved_at = created_at;

alter table users
  add column totp_sealed bytea,          -- the authenticator's secret, sealed with the account's own key
  add column totp_on_at timestamptz,     -- null: made, not confirmed yet
  add column totp_last_step bigint;      -- a code counts once: later steps only

-- What an account is, nobody changes; a phone is set once, and goes only with the whole claim of an account (T-15, T-16).
create function refuse_other_person() returns trigger language plpgsql as $$
begin
  if new.email <> old.email then raise exception 'users: an e-mail is never changed' using errcode = 'check_violation'; end if;
  if new.user_type <> old.user_type then raise exception 'users: a type is never changed' using errcode = 'check_violation'; end if;
  if old.phone is not null and new.phone is not null and new.phone <> old.phone then
    raise exception 'users: a phone is set once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger users_same_person before update on users for each row execute function refuse_other_person();

-- Secrets that a mail carried: to set a new password, or to prove the mailbox. Only the hash is here.
create table mailed_tokens (
  token_hash bytea       primary key, -- sha-256 of 256 random bits
  user_id    uuid        not null references users (id) on delete cascade,
  kind       text        not null check (kind in ('reset', 'confirm')),
  created_at timestamptz not null default product_now(),
  ends_at    timestamptz not null,
  used_at    timestamptz
);
create index mailed_tokens_user on mailed_tokens (user_id, kind);
create index mailed_tokens_end on mailed_tokens (ends_at);

-- Who somebody is elsewhere: the provider's own name for them, never their mail address (T-14).
create table external_identities (
  provider   text        not null check (provider in ('google', 'facebook')),
  subject    text        not null,
  user_id    uuid        not null references users (id) on delete cascade,
  created_at timestamptz not null default product_now(),
  primary key (provider, subject)
);
create index external_identities_user on external_identities (user_id);

-- Nonces and states of a sign-in elsewhere count once.
create table spent_nonces (
  nonce_hash bytea       primary key,
  ends_at    timestamptz not null
);

-- A sign-in whose second step is still to come.
create table sign_in_tickets (
  token_hash bytea       primary key,
  user_id    uuid        not null references users (id) on delete cascade,
  tries_left smallint    not null check (tries_left >= 0),
  ends_at    timestamptz not null,
  used_at    timestamptz
);
create index sign_in_tickets_end on sign_in_tickets (ends_at);

create table recovery_codes (
  user_id   uuid        not null references users (id) on delete cascade,
  code_hash bytea       not null, -- keyed with a pepper that is not in the database
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id            uuid        primary key,
  user_id       uuid        not null references users (id) on delete cascade,
  credential_id text        not null unique, -- base64url, the authenticator's own
  public_key    bytea       not null,
  counter       bigint      not null check (counter >= 0),
  transports    text[]      not null default '{}',
  name          text        not null,
  created_at    timestamptz not null default product_now(),
  last_used_at  timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  id        uuid        primary key,
  challenge text        not null,
  user_id   uuid        references users (id) on delete cascade, -- null: to sign in
  ends_at   timestamptz not null
);
create index passkey_challenges_end on passkey_challenges (ends_at);

-- Browsers somebody signed in from: they still get in while others guess at the account (T-06).
create table known_devices (
  user_id     uuid        not null references users (id) on delete cascade,
  device_hash bytea       not null, -- sha-256 of the device's own random cookie
  last_at     timestamptz not null default product_now(),
  primary key (user_id, device_hash)
);
create index known_devices_last on known_devices (last_at);

-- Made anew from what was uploaded; the address is the row's id, so a new picture has a new address.
create table profile_images (
  id         uuid        primary key,
  user_id    uuid        not null unique references users (id) on delete cascade,
  bytes      bytea       not null check (octet_length(bytes) <= 2097152),
  created_at timestamptz not null default product_now()
);

grant select, insert, update, delete on mailed_tokens, external_identities, spent_nonces, sign_in_tickets, recovery_codes,
  passkeys, passkey_challenges, known_devices, profile_images to idanimo_app;

create index sign_ins_of_kind on sign_ins (user_id, kind); -- also the ended ones: whether an account was used before

-- A sign-in in one statement, since its rows cost more than the little it does: the row, the browser it comes from, the audit row, and
-- what its answer says. Nobody is signed in where a second step is wanted and not done, or the password that was compared is not
-- the account's any more; then `outcome` says so.
create function begin_sign_in(
  new_id uuid, of_user uuid, new_token_hash bytea, its_kind text, its_device text, lasts interval,
  came_as bytea,      -- hash of the name the browser came with
  goes_as bytea,      -- hash of the name it is known by from now on; null: it keeps none
  audit_id uuid, second_step_done boolean, compared_password text
) returns table (outcome text, is_new boolean, ends_at timestamptz) language plpgsql set search_path = public, pg_temp as $$
declare account record;
begin
  select u.password_hash, u.totp_on_at into account from users u where u.id = of_user for share;
  if not found or (compared_password is not null and compared_password is distinct from account.password_hash) then
    return query select 'changed', false, null::timestamptz; return;
  end if;
  if account.totp_on_at is not null and not second_step_done then return query select 'second_step', false, null::timestamptz; return; end if;
  is_new := (exists (select from sign_ins s where s.user_id = of_user) or exists (select from known_devices d where d.user_id = of_user))
    and not exists (select from known_devices d where d.user_id = of_user and d.device_hash = came_as)
    and not exists (select from sign_ins s where s.user_id = of_user and s.kind = 'bearer' and s.kind = its_kind and s.device = its_device);
  ends_at := product_now() + lasts;
  insert into sign_ins (id, user_id, token_hash, kind, device, ends_at)
  values (new_id, of_user, new_token_hash, its_kind, its_device, begin_sign_in.ends_at);
  if goes_as is not null then
    insert into known_devices as d (user_id, device_hash) values (of_user, goes_as)
    on conflict (user_id, device_hash) do update set last_at = product_now() where d.last_at < product_now() - interval '1 day';
  end if;
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason) values (audit_id, 'user', of_user, 'signed_in', new_id, '');
  outcome := 'signed_in';
  return next;
end $$;
revoke execute on function begin_sign_in from public;
grant execute on function begin_sign_in to idanimo_app;
