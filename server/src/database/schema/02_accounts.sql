-- Accounts, their sessions and sign-in methods.

-- A registration is a row of its own until its code was entered, so an unconfirmed account owns nothing and cannot block
-- the real owner of the email address (T-15).
create table users (
  id              uuid        primary key,
  email           text        not null unique check (email = lower(email)),
  user_type       text        not null check (user_type in ('individual', 'business')),
  first_name      text        not null,
  last_name       text        not null,
  phone           text,
  password_hash   text,
  nin_sealed      bytea, -- sealed with the account's own key
  nin_masked      text,
  business_name   text,
  rc_number       text,
  designation     text,
  office_address  text,
  address         text,
  profile_image   text,
  active_currency text        not null default 'NGN' check (active_currency in ('NGN', 'USD')),
  accepted_terms  text        not null,
  click_id        text,
  created_at      timestamptz not null default product_now(),
  email_verified_at timestamptz,
  totp_sealed     bytea, -- the authenticator's secret, sealed with the account's own key
  totp_on_at      timestamptz, -- null: created, not confirmed
  totp_last_step  bigint,
  verified_at     timestamptz,
  closed_at       timestamptz,
  match_attempted_at  timestamptz, -- last query of the company register about this business
  match_attempts     smallint not null default 0 check (match_attempts >= 0),
  phone_verified_at timestamptz,
  constraint users_verified_has_business
  check (verified_at is null or (business_name is not null and rc_number is not null)),
  constraint users_closed_is_empty check (closed_at is null or (
  email = 'closed-' || id::text || '@invalid' and first_name = 'Closed' and last_name = 'account' and password_hash is null
  and email_verified_at is null and totp_sealed is null and totp_on_at is null and nin_sealed is null and nin_masked is null
  and phone is null and address is null and office_address is null and business_name is null and rc_number is null
  and designation is null and profile_image is null and click_id is null and verified_at is null))
);
create trigger users_identity before update on users for each row execute function protect_user_identity();
create unique index users_one_verified on users (normalize_rc_number(rc_number)) where verified_at is not null;
create index users_match_due on users (match_attempted_at nulls first)
  where user_type = 'business' and verified_at is null and closed_at is null and email_verified_at is not null;
grant select, insert, update on users to idanimo_app;

create table registrations (
  id             uuid        primary key, -- unguessable; the client's reference to its registration
  email          text        not null check (email = lower(email)),
  known          boolean     not null, -- the address has an account already: same response, never activated
  user_type      text        not null check (user_type in ('individual', 'business')),
  details_sealed bytea, -- the form without its password, sealed with the registration's own key
  password_hash  text,
  code_hash      bytea, -- keyed with a pepper that is not in the database
  code_ends_at   timestamptz not null,
  attempts_left     smallint    not null check (attempts_left >= 0),
  sent_at        timestamptz not null default product_now(),
  sends          smallint    not null default 1,
  sends_since    timestamptz not null default product_now(),
  accepted_terms text        not null,
  click_id       text,
  created_at     timestamptz not null default product_now(),
  ends_at        timestamptz not null, -- after 24 hours; the row is deleted then
  activated_at   timestamptz,
  mail_code_hash bytea
);
create index registrations_email on registrations (email) where activated_at is null;
create index registrations_end on registrations (ends_at);
grant select, insert, update, delete on registrations to idanimo_app;

create table sign_ins (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  token_hash   bytea       not null unique, -- sha-256 of 256 random bits
  kind         text        not null check (kind in ('cookie', 'bearer')),
  created_at   timestamptz not null default product_now(),
  seen_at      timestamptz not null default product_now(), -- last activity; polling and event streams do not count
  ends_at      timestamptz not null,
  ended_at     timestamptz,
  device       text        not null default '',
  export_until timestamptz,
  shared       boolean not null default false
);
create index sign_ins_user on sign_ins (user_id) where ended_at is null;
create index sign_ins_of_kind on sign_ins (user_id, kind); -- includes ended ones: whether an account was used before
grant select, insert, update, delete on sign_ins to idanimo_app;

-- A sign-in that waits for its second factor.
create table sign_in_tickets (
  token_hash bytea       primary key,
  user_id    uuid        not null references users (id) on delete cascade,
  attempts_left smallint    not null check (attempts_left >= 0),
  ends_at    timestamptz not null,
  used_at    timestamptz
);
create index sign_in_tickets_end on sign_in_tickets (ends_at);
grant select, insert, update, delete on sign_in_tickets to idanimo_app;

-- Hashes of the secrets in emailed links: to set a new password, or to confirm the address.
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
grant select, insert, update, delete on mailed_tokens to idanimo_app;

-- Accounts at sign-in providers, by the provider's subject, never by email address (T-14).
create table external_identities (
  provider   text        not null check (provider in ('google', 'facebook')),
  subject    text        not null,
  user_id    uuid        not null references users (id) on delete cascade,
  created_at timestamptz not null default product_now(),
  primary key (provider, subject)
);
create index external_identities_user on external_identities (user_id);
grant select, insert, update, delete on external_identities to idanimo_app;

-- Nonces and states of social sign-in, each valid once.
create table spent_nonces (
  nonce_hash bytea       primary key,
  ends_at    timestamptz not null
);
grant select, insert, update, delete on spent_nonces to idanimo_app;

-- Solved captcha challenges until they expire, so that each is valid once.
create table spent_captchas (
  nonce   text        primary key,
  ends_at timestamptz not null
);
grant select, insert, delete on spent_captchas to idanimo_app;

create table recovery_codes (
  user_id   uuid        not null references users (id) on delete cascade,
  code_hash bytea       not null, -- keyed with a pepper that is not in the database
  used_at   timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_codes to idanimo_app;

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
grant select, insert, update, delete on passkeys to idanimo_app;

create table passkey_challenges (
  id        uuid        primary key,
  challenge text        not null,
  user_id   uuid        references users (id) on delete cascade, -- null: for a sign-in
  ends_at   timestamptz not null
);
create index passkey_challenges_end on passkey_challenges (ends_at);
grant select, insert, update, delete on passkey_challenges to idanimo_app;

-- Browsers that an account was signed in from. They may still sign in while others guess the password (T-06).
create table known_devices (
  user_id     uuid        not null references users (id) on delete cascade,
  device_hash bytea       not null, -- sha-256 of the device's own random cookie
  last_at     timestamptz not null default product_now(),
  primary key (user_id, device_hash)
);
create index known_devices_last on known_devices (last_at);
grant select, insert, update, delete on known_devices to idanimo_app;

-- Re-encoded pictures. The URL contains the row's id, so a new picture has a new URL.
create table profile_images (
  id         uuid        primary key,
  user_id    uuid        not null unique references users (id) on delete cascade,
  bytes      bytea       not null check (octet_length(bytes) <= 2097152),
  created_at timestamptz not null default product_now()
);
grant select, insert, update, delete on profile_images to idanimo_app;
