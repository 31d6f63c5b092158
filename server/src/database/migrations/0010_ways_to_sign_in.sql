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
