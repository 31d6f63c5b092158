-- 0007: messages that wait to go out, by mail or SMS. Addressee and text are sealed until they are sent, then erased: a code
-- can be read in no dump (T-03), and a subject's contact lives no longer than it must.
create table outbox_messages (
  id          uuid        primary key,
  channel     text        not null check (channel in ('sms', 'mail')),
  kind        text        not null,   -- which template
  key_id      uuid        not null,   -- whose key seals it: the registration, account or request
  request_id  uuid        references verification_requests (id) on delete restrict,
  sealed      bytea,                  -- {to, subject?, text}
  state       text        not null default 'waiting' check (state in ('waiting', 'sent', 'delivered', 'failed')),
  provider_id text,
  attempts    smallint    not null default 0,
  created_at  timestamptz not null default product_now(),
  moved_at    timestamptz not null default product_now()
);
create index outbox_messages_waiting on outbox_messages (created_at) where state = 'waiting';
create index outbox_messages_ended on outbox_messages (moved_at) where state <> 'waiting';
create index outbox_messages_request on outbox_messages (request_id) where request_id is not null;
create index outbox_messages_provider on outbox_messages (provider_id) where provider_id is not null;
insert into allowed_moves values
  ('message', 'waiting', 'sent'), ('message', 'waiting', 'failed'), ('message', 'sent', 'delivered'), ('message', 'sent', 'failed');
create trigger outbox_messages_move before update of state on outbox_messages for each row execute function refuse_illegal_move('message');

-- Inbound notices without a valid signature leave nothing but a count; valid ones are taken once.
create table inbound_notices (
  provider   text        not null,
  notice_id  text        not null,
  taken_at   timestamptz not null default product_now(),
  primary key (provider, notice_id)
);

-- Job processes say that they live; a silent one's jobs are handed on (R-21).
create table worker_heartbeats (
  worker_id text        primary key,
  seen_at   timestamptz not null default product_now()
);

grant select, insert, delete on outbox_messages, inbound_notices to idanimo_app;
grant update (state, sealed, provider_id, attempts, moved_at) on outbox_messages to idanimo_app;
