-- What an operator must decide: money that does not match, a silent source. Closed by an operator, never deleted.
create table cases (
  id         uuid        primary key,
  kind       text        not null,
  object_id  uuid,
  detail     text        not null,
  opened_at  timestamptz not null default product_now(),
  closed_at  timestamptz,
  closed_by  text
);
create unique index cases_open_once on cases (kind, object_id) nulls not distinct where closed_at is null;
create index cases_newest on cases (kind, object_id, opened_at desc);
grant select, insert on cases to idanimo_app;
grant update (closed_at, closed_by) on cases to idanimo_app;

-- Counts of all processes, added every few seconds.
create table watch_counts (
  what   text        not null check (what in ('failed_sign_ins', 'refusals')),
  minute timestamptz not null,
  count  bigint      not null check (count > 0),
  primary key (what, minute)
);
grant select, insert, update, delete on watch_counts to idanimo_app;

-- The public counts, one row a day.
create table transparency_days (
  day             date        primary key,
  asked           bigint      not null,
  granted         bigint      not null,
  denied          bigint      not null,
  unanswered      bigint      not null, -- the deadline passed, opened or not
  unreached       bigint      not null, -- wrong person, or no message arrived
  withdrawn       bigint      not null,
  deleted         bigint      not null,
  deleted_on_time bigint      not null check (deleted_on_time <= deleted),
  counted_at      timestamptz not null default product_now()
);
grant select, insert on transparency_days to idanimo_app;
