-- Operators with a sign-in of their own, why they looked at accounts, and what the console's role may read: nothing of
-- a subject, and of users no password, secret or identity number.

create table operators (
  id             uuid        primary key,
  email          text        not null unique check (email = lower(email)),
  name           text        not null check (length(name) between 1 and 60),
  state          text        not null default 'invited' check (state in ('invited', 'active', 'disabled')),
  roles          text[]      not null check (
    roles <> '{}' and roles <@ array['support', 'finance', 'privacy', 'prices', 'auditor', 'owner']),
  password_hash  text,
  totp_sealed    bytea, -- sealed with a key that follows from the master secret
  totp_last_step bigint,
  created_by     uuid, -- null: the terminal
  created_at     timestamptz not null default product_now(),
  disabled_at    timestamptz,
  constraint operators_active_has_both_factors check (state <> 'active' or (password_hash is not null and totp_sealed is not null)),
  constraint operators_disabled_has_time check ((state = 'disabled') = (disabled_at is not null))
);

create table operator_invitations (
  token_hash  bytea       primary key,
  operator_id uuid        not null references operators (id) on delete cascade,
  ends_at     timestamptz not null,
  used_at     timestamptz
);
create index operator_invitations_operator on operator_invitations (operator_id);

create table operator_sign_in_tickets (
  token_hash    bytea       primary key,
  operator_id   uuid        not null references operators (id) on delete cascade,
  attempts_left smallint    not null default 5 check (attempts_left >= 0),
  ends_at       timestamptz not null,
  used_at       timestamptz
);
create index operator_sign_in_tickets_end on operator_sign_in_tickets (ends_at);

create table operator_sign_ins (
  id          uuid        primary key,
  operator_id uuid        not null references operators (id) on delete cascade,
  token_hash  bytea       not null unique,
  browser     text        not null, -- the family, such as Firefox: the sign-in works in no other one
  created_at  timestamptz not null default product_now(),
  seen_at     timestamptz not null default product_now(),
  ends_at     timestamptz not null,
  ended_at    timestamptz
);
create index operator_sign_ins_operator on operator_sign_ins (operator_id) where ended_at is null;

create table operator_recovery_codes (
  operator_id uuid        not null references operators (id) on delete cascade,
  code_hash   bytea       not null, -- keyed with a pepper that is not in the database
  used_at     timestamptz,
  primary key (operator_id, code_hash)
);

-- What operators searched for, by a keyed hash, and which accounts they opened. Deleted after 12 months.
create table finds (
  id          uuid        primary key,
  operator_id uuid        not null references operators (id) on delete cascade,
  at          timestamptz not null default product_now(),
  kind        text        not null check (kind in ('email', 'phone', 'reference', 'session', 'id', 'name')),
  value_hash  bytea       not null check (octet_length(value_hash) = 32),
  reason_code text        not null check (reason_code ~ '^[a-z_]{1,40}$'),
  note        text        check (length(note) <= 140 and note !~ '([0-9][ -]?){10}[0-9]'),
  found       boolean     not null
);
create index finds_operator on finds (operator_id, at desc);
create index finds_old on finds (at);

create table account_views (
  id          uuid        primary key,
  owner_id    uuid        not null references users (id) on delete cascade,
  operator_id uuid        not null references operators (id) on delete cascade,
  reason_code text        not null check (reason_code ~ '^[a-z_]{1,40}$'),
  at          timestamptz not null default product_now()
);
create index account_views_owner on account_views (owner_id, at desc);
create index account_views_operator on account_views (operator_id, owner_id, at desc);
create index account_views_old on account_views (at);

-- the console's own tables; the product's role has no right on the sign-ins of operators
grant select, insert, update (name, state, roles, password_hash, totp_sealed, totp_last_step, disabled_at) on operators to idanimo_console;
grant select, insert, update (used_at) on operator_invitations to idanimo_console;
grant select, insert, delete, update (attempts_left, used_at) on operator_sign_in_tickets to idanimo_console;
grant select, insert, delete, update (seen_at, ended_at) on operator_sign_ins to idanimo_console;
grant select, insert, delete, update (used_at) on operator_recovery_codes to idanimo_console;
grant select, insert on finds, account_views to idanimo_console;
grant select (id, at), delete on finds, account_views to idanimo_app;
-- an account's export lists who looked at it
grant select (owner_id, reason_code) on account_views to idanimo_app;

-- what the console reads and changes of the product
grant select (id, email, user_type, first_name, last_name, phone, business_name, created_at, email_verified_at,
  phone_verified_at, verified_at, closed_at, totp_on_at) on users to idanimo_console;
grant select (id, user_id, kind, device, created_at, seen_at, ends_at, ended_at, shared), update (ended_at) on sign_ins to idanimo_console;
grant select on purchases, purchase_items, ledger_accounts, operator_refunds to idanimo_console;
grant select (id, owner_id, search_type, created_at) on verification_requests to idanimo_console;
grant select (request_id, owner_id, state, created_at, asked_at, decided_at, deadline, expires_at) on consents to idanimo_console;
grant select (id, request_id, part, provider, started_at, finished_at, result) on lookup_attempts to idanimo_console;
grant select (id, reference, owner_id, purpose, purchase_id, currency, amount_minor, state, created_at, settled_at) on payments to idanimo_console;
grant select (id, channel, kind, key_id, request_id, state, attempts, created_at, state_changed_at) on outbox_messages to idanimo_console;
grant select (id, owner_id, key), insert on notices to idanimo_console;
grant select (owner_id, sign_in_id), delete on push_subscriptions to idanimo_console;
grant select on audit_seals, audit_heads to idanimo_console;
grant select on active_sign_ins to idanimo_console;
grant select, insert, update, delete on idempotency_keys, rate_limits to idanimo_console;
grant select on cases to idanimo_console;

-- beside the version before: an exact search of an account by phone or company name; the table has few writes
create index users_phone on users (phone) where phone is not null;
-- beside the version before: see above
create index users_business_name on users (lower(business_name)) where business_name is not null;
-- beside the version before: the messages of one account; no installation has a large table yet
create index outbox_messages_key on outbox_messages (key_id, created_at desc, id desc);

-- money moves through the owner's functions; the console passes the names of its two operators
grant execute on function request_refund, confirm_refund, withdraw_refund, enqueue_job to idanimo_console;
