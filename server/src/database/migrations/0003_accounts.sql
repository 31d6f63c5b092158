-- 0003: people who sign in. A sign-up is a row of its own until its code was entered, so an unconfirmed account owns nothing
-- and cannot stand in the way of the mailbox's real owner (T-15).
create table users (
  id              uuid        primary key,
  email           text        not null unique check (email = lower(email)),
  user_type       text        not null check (user_type in ('individual', 'business')),
  first_name      text        not null,
  last_name       text        not null,
  phone           text,
  password_hash   text,
  nin_sealed      bytea,      -- sealed with the account's own key
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
  created_at      timestamptz not null default product_now()
);

create table registrations (
  id              uuid        primary key, -- unguessable; names the pending activation to its owner
  email           text        not null check (email = lower(email)),
  known           boolean     not null,    -- the mailbox already has an account: answered alike, never activated
  user_type       text        not null check (user_type in ('individual', 'business')),
  details_sealed  bytea,                   -- the form without its password, sealed with the registration's own key
  password_hash   text,
  code_hash       bytea,                   -- keyed with a pepper that is not in the database
  code_ends_at    timestamptz not null,
  tries_left      smallint    not null check (tries_left >= 0),
  sent_at         timestamptz not null default product_now(),
  sends           smallint    not null default 1,
  sends_since     timestamptz not null default product_now(),
  accepted_terms  text        not null,
  click_id        text,
  created_at      timestamptz not null default product_now(),
  ends_at         timestamptz not null,    -- 24 h: then the sign-up is forgotten
  activated_at    timestamptz
);
create index registrations_email on registrations (email) where activated_at is null;
create index registrations_end on registrations (ends_at);

create table sign_ins (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  token_hash   bytea       not null unique, -- sha-256 of 256 random bits
  kind         text        not null check (kind in ('cookie', 'bearer')),
  created_at   timestamptz not null default product_now(),
  seen_at      timestamptz not null default product_now(), -- last activity; polls and events are none
  ends_at      timestamptz not null,
  ended_at     timestamptz,
  device       text        not null default ''
);
create index sign_ins_user on sign_ins (user_id) where ended_at is null;

-- A captcha challenge counts once; spent ones are kept until they would have ended anyway.
create table spent_captchas (
  nonce   text        primary key,
  ends_at timestamptz not null
);

-- Counters shared by all processes, in the shape the rate limiter library keeps.
create table rate_limits (
  key    varchar(255) primary key,
  points integer      not null default 0,
  expire double precision -- milliseconds; not bigint, since the program reads those as exact money
);

-- The first answer to a request that carried an Idempotency-Key.
create table idempotency_keys (
  owner_id   uuid        not null,
  route      text        not null,
  key        text        not null,
  body_hash  bytea       not null,
  status     smallint,
  body       text,
  started_at timestamptz not null default product_now(),
  primary key (owner_id, route, key)
);

grant select, insert, update on users, registrations, sign_ins to idanimo_app;
grant delete on registrations, sign_ins to idanimo_app;
grant select, insert, delete on spent_captchas to idanimo_app;
grant select, insert, update, delete on rate_limits, idempotency_keys to idanimo_app;
