-- Webhooks of organisations [DP-06 to DP-12]: endpoints with sealed secrets, and the events, deliveries and attempts
-- of 30 days. Events contain ids, codes, timestamps and amounts only.

create table webhook_endpoints (
  id               uuid        primary key,
  organisation_id  uuid        not null references organisations (id) on delete restrict,
  mode             text        not null check (mode in ('live', 'test')),
  url              text        not null check (length(url) between 1 and 500),
  events           text[]      not null,
  state            text        not null default 'enabled' check (state in ('enabled', 'disabled')),
  disabled_reason  text        check (disabled_reason in ('member', 'failing', 'gone')),
  first_failure_at timestamptz, -- of the attempts since the last success
  created_by       uuid        not null references users (id) on delete restrict,
  created_at       timestamptz not null default product_now(),
  check ((state = 'disabled') = (disabled_reason is not null))
);
create index webhook_endpoints_organisation on webhook_endpoints (organisation_id, mode, created_at);
grant select, insert, delete on webhook_endpoints to idanimo_app;
grant update (url, events, state, disabled_reason, first_failure_at) on webhook_endpoints to idanimo_app;

create table webhook_secrets (
  id          uuid        primary key,
  endpoint_id uuid        not null references webhook_endpoints (id) on delete cascade,
  sealed      bytea       not null, -- with the organisation's key
  created_at  timestamptz not null default product_now(),
  valid_until timestamptz -- null for the current one
);
create index webhook_secrets_endpoint on webhook_secrets (endpoint_id, created_at);
create unique index webhook_secrets_current on webhook_secrets (endpoint_id) where valid_until is null;
grant select, insert, delete on webhook_secrets to idanimo_app;
grant update (valid_until) on webhook_secrets to idanimo_app;

create table webhook_events (
  id              uuid        primary key,
  organisation_id uuid        not null references organisations (id) on delete restrict,
  mode            text        not null check (mode in ('live', 'test')),
  kind            text        not null check (length(kind) between 1 and 40),
  body            jsonb       not null,
  created_at      timestamptz not null default product_now()
);
create index webhook_events_organisation on webhook_events (organisation_id);
create index webhook_events_created on webhook_events (created_at);
grant select, insert, delete on webhook_events to idanimo_app;

create table webhook_deliveries (
  id              uuid        primary key,
  event_id        uuid        not null references webhook_events (id) on delete cascade,
  endpoint_id     uuid        not null references webhook_endpoints (id) on delete cascade,
  state           text        not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts        integer     not null default 0 check (attempts >= 0),
  attempts_before integer     not null default 0 check (attempts_before between 0 and attempts), -- of earlier schedules
  next_attempt_at timestamptz,
  created_at      timestamptz not null default product_now(),
  check ((state = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_states on webhook_deliveries (endpoint_id, state, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
grant select, insert, delete on webhook_deliveries to idanimo_app;
grant update (state, attempts, attempts_before, next_attempt_at) on webhook_deliveries to idanimo_app;

create table webhook_attempts (
  delivery_id    uuid        not null references webhook_deliveries (id) on delete cascade,
  number         integer     not null check (number > 0),
  at             timestamptz not null,
  status         integer     check (status between 100 and 999),
  ms             integer     not null check (ms >= 0),
  response_start text        not null check (length(response_start) <= 1000),
  error_code     text        check (length(error_code) between 1 and 60),
  primary key (delivery_id, number)
);
grant select, insert, delete on webhook_attempts to idanimo_app;

-- Attempts of an endpoint per day, so that its success rate needs no count over its attempts.
create table webhook_days (
  endpoint_id uuid    not null references webhook_endpoints (id) on delete cascade,
  day         date    not null,
  succeeded   integer not null default 0,
  failed      integer not null default 0,
  primary key (endpoint_id, day)
);
create index webhook_days_day on webhook_days (day);
grant select, insert, update (succeeded, failed), delete on webhook_days to idanimo_app;
create trigger webhook_deliveries_transition before update of state on webhook_deliveries for each row execute function reject_invalid_transition('webhook_delivery');
