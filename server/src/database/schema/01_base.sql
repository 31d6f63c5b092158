-- What every module uses: allowed state transitions, limits, idempotency keys, heartbeats of job processes.

grant usage on schema public to idanimo_app;

-- Allowed transitions of each state machine, as in the transition tables of the code; a test compares them.
create table allowed_moves (
  life       text not null,
  from_state text not null,
  to_state   text not null check (to_state <> from_state),
  primary key (life, from_state, to_state)
);
insert into allowed_moves values
  ('purchase', 'initiated', 'paid'), ('purchase', 'initiated', 'abandoned'), ('purchase', 'paid', 'completed');
insert into allowed_moves values
  ('item', 'priced', 'looking_up'), ('item', 'looking_up', 'awaiting_consent'), ('item', 'looking_up', 'closed'),
  ('item', 'awaiting_consent', 'closed');
insert into allowed_moves values
  ('payment', 'initiated', 'succeeded'), ('payment', 'initiated', 'failed'), ('payment', 'initiated', 'cancelled'),
  ('payment', 'initiated', 'expired'), ('payment', 'failed', 'succeeded'), ('payment', 'cancelled', 'succeeded'),
  ('payment', 'expired', 'succeeded');
insert into allowed_moves values
  ('consent', 'initiate', 'pending'), ('consent', 'initiate', 'no_data_found'), ('consent', 'initiate', 'terminated'),
  ('consent', 'pending', 'granted'), ('consent', 'pending', 'denied'), ('consent', 'pending', 'terminated'),
  ('consent', 'granted', 'terminated');
insert into allowed_moves values
  ('message', 'waiting', 'sent'), ('message', 'waiting', 'failed'), ('message', 'sent', 'delivered'), ('message', 'sent', 'failed');
grant select on allowed_moves to idanimo_app;

-- Counters shared by all processes, as the rate limiter library defines them.
create table rate_limits (
  key    varchar(255) primary key,
  points integer      not null default 0,
  expire double precision -- milliseconds
);
grant select, insert, update, delete on rate_limits to idanimo_app;

-- The first response to a request with an Idempotency-Key.
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
grant select, insert, update, delete on idempotency_keys to idanimo_app;

-- Heartbeats of the job processes; the jobs of a silent one are released (R-21).
create table worker_heartbeats (
  worker_id text        primary key,
  seen_at   timestamptz not null default product_now()
);

-- Webhooks with a valid signature, each processed once.
create table inbound_notices (
  provider   text        not null,
  notice_id  text        not null,
  taken_at   timestamptz not null default product_now(),
  primary key (provider, notice_id)
);
grant select, insert, delete on inbound_notices to idanimo_app;
