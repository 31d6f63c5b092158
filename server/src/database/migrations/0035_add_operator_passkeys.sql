-- Passkeys of operators: a sign-in to the console without a password. The authenticator stays, so each can be removed.

create table operator_passkeys (
  id            uuid        primary key,
  operator_id   uuid        not null references operators (id) on delete cascade,
  credential_id text        not null unique, -- base64url, the authenticator's own
  public_key    bytea       not null,
  counter       bigint      not null check (counter >= 0),
  transports    text[]      not null default '{}',
  name          text        not null check (length(name) between 1 and 60),
  created_at    timestamptz not null default product_now(),
  last_used_at  timestamptz
);
create index operator_passkeys_operator on operator_passkeys (operator_id);

create table operator_passkey_challenges (
  id          uuid        primary key,
  challenge   text        not null,
  operator_id uuid        references operators (id) on delete cascade, -- null: for a sign-in
  ends_at     timestamptz not null
);
create index operator_passkey_challenges_end on operator_passkey_challenges (ends_at);

grant select, insert, update, delete on operator_passkeys, operator_passkey_challenges to idanimo_console;
