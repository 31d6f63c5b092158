-- Breaches that operators handle in the console: the clock of 72 hours, who is affected, and who was notified. The job
-- process counts and notifies; the console reads counts and ids alone. [OC-16]

create table breaches (
  id                 uuid        primary key,
  noticed_at         timestamptz not null,
  due_at             timestamptz not null,
  -- the first and the last moment at which someone may have had access
  since              timestamptz not null,
  until              timestamptz not null,
  -- only what one account could reach
  account_id         uuid,
  description        text        not null,
  started_by         uuid        not null references operators (id) on delete restrict,
  started_at         timestamptz not null default product_now(),
  -- set when the affected requests are listed
  listed_at          timestamptz,
  counts             jsonb,
  -- set when the people are notified, again when it is repeated
  notified_at        timestamptz,
  people_reached     integer,
  people_unreachable integer,
  -- what was decided about the Commission; it ends the clock
  commission         text check (commission in ('notified', 'not_required')),
  commission_reason  text,
  commission_by      uuid        references operators (id) on delete restrict,
  commission_at      timestamptz,
  constraint breaches_period check (until > since),
  constraint breaches_description_anonymous check (
    length(description) between 1 and 300 and description !~ '([0-9][ -]?){10}[0-9]'
    and description !~ '[^[:space:]]@[^[:space:]]' and description !~ '[[:cntrl:]]'),
  constraint breaches_listed_with_counts check ((listed_at is null) = (counts is null)),
  constraint breaches_commission_decided check (
    (commission is null) = (commission_at is null) and (commission is null) = (commission_by is null)
    and (commission is null) = (commission_reason is null))
);
create index breaches_noticed on breaches (noticed_at desc, id desc);
create index breaches_running on breaches (due_at) where commission is null;

-- The requests whose values were stored in the period of a breach. Ids and counts, no value.
create table breach_requests (
  breach_id   uuid        not null references breaches (id) on delete cascade,
  request_id  uuid        not null,
  account_id  uuid        not null,
  search_type text        not null,
  created_at  timestamptz not null,
  opened      integer     not null,
  readable    boolean     not null, -- its key was still stored when it was listed
  listed_at   timestamptz not null default product_now(),
  primary key (breach_id, created_at, request_id)
);
create index breach_requests_old on breach_requests (listed_at);

grant select, insert, update (commission, commission_reason, commission_by, commission_at) on breaches to idanimo_console;
grant select on breach_requests to idanimo_console;
grant select, update (listed_at, counts, notified_at, people_reached, people_unreachable) on breaches to idanimo_app;
grant select, insert, delete on breach_requests to idanimo_app;
