-- Outgoing emails and SMS. Recipient and text are sealed and erased after sending, so that no dump contains a code (T-03).
create table outbox_messages (
  id          uuid        primary key,
  channel     text        not null check (channel in ('sms', 'mail')),
  kind        text        not null,   -- which template
  key_id      uuid        not null,   -- the id of the key: of a registration, account or request
  request_id  uuid        references verification_requests (id) on delete restrict,
  sealed      bytea,                  -- {to, subject?, text}
  state       text        not null default 'waiting' check (state in ('waiting', 'sent', 'delivered', 'failed')),
  provider_id text,
  attempts    smallint    not null default 0,
  created_at  timestamptz not null default product_now(),
  state_changed_at    timestamptz not null default product_now()
);
create index outbox_messages_waiting on outbox_messages (created_at) where state = 'waiting';
create index outbox_messages_ended on outbox_messages (state_changed_at) where state <> 'waiting';
create index outbox_messages_request on outbox_messages (request_id) where request_id is not null;
create index outbox_messages_provider on outbox_messages (provider_id) where provider_id is not null;
create trigger outbox_messages_transition before update of state on outbox_messages for each row execute function reject_invalid_transition('message');
alter table outbox_messages enable row level security;
alter table outbox_messages force row level security;
create policy requests_rows on outbox_messages using ((select current_setting('idanimo.owner', true)) in (key_id::text, 'system')
  or exists (select from verification_requests r where r.id = request_id));
grant select, insert, delete on outbox_messages to idanimo_app;
grant update (sealed, state, provider_id, attempts, state_changed_at) on outbox_messages to idanimo_app;

-- Notices of an account holder, without data about subjects: a kind, amounts, references.
create table notices (
  id         uuid        primary key,
  owner_id   uuid        not null references users (id) on delete cascade,
  key        text        not null unique, -- its subject: a repetition is stored once
  kind       text        not null,
  facts      jsonb       not null default '{}',
  link       text,
  created_at timestamptz not null default product_now(),
  read_at    timestamptz
);
create index notices_newest on notices (owner_id, created_at desc, id desc);
create index notices_unread on notices (owner_id) where read_at is null;
create index notices_old on notices (created_at);
grant select, insert, delete on notices to idanimo_app;
grant update (read_at) on notices to idanimo_app;

-- A device belongs to the session that registered it last, and is deleted with it (T-69).
create table push_subscriptions (
  endpoint   text        primary key check (length(endpoint) <= 1000),
  owner_id   uuid        not null references users (id) on delete cascade,
  sign_in_id uuid        not null references sign_ins (id) on delete cascade,
  p256dh     text        not null,
  auth       text        not null,
  created_at timestamptz not null default product_now()
);
create index push_subscriptions_owner on push_subscriptions (owner_id);
create index push_subscriptions_sign_in on push_subscriptions (sign_in_id);
grant select, insert, delete on push_subscriptions to idanimo_app;
grant update (owner_id, sign_in_id, p256dh, auth) on push_subscriptions to idanimo_app;
