-- What every module uses: limits, idempotency keys, heartbeats of job processes.

grant usage on schema public to idanimo_app;

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
  received_at   timestamptz not null default product_now(),
  primary key (provider, notice_id)
);
grant select, insert, delete on inbound_notices to idanimo_app;
