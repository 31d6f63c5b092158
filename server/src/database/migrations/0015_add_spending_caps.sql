-- Spending caps of an organisation's members [TM-06]: what each member spent on a day, by kind of check, and the caps
-- that a payment is compared with.

create table spending_caps (
  id              uuid        primary key,
  organisation_id uuid        not null references organisations (id) on delete restrict,
  applies_to      text        not null check (applies_to in ('member', 'role')),
  subject_id      text        not null, -- the member's user id; the name or id of a role, whose members each have this cap
  period          text        not null check (period in ('day', 'month')),
  search_type     text,                 -- null: every kind of check
  amount_minor    bigint      check (amount_minor >= 0), -- kobo
  count           int         check (count >= 0),
  created_at      timestamptz not null default product_now(),
  constraint spending_caps_limit_something check (amount_minor is not null or count is not null),
  constraint spending_caps_one_for_each unique nulls not distinct (organisation_id, applies_to, subject_id, period, search_type)
);
grant select, insert, delete on spending_caps to idanimo_app;
grant update (amount_minor, count) on spending_caps to idanimo_app;

-- What a member spent on a day in Lagos, by kind, less what was refunded of it. Only the functions that pay and refund write it.
create table spending_counters (
  owner_id     uuid   not null references owners (id) on delete restrict,
  user_id      uuid   not null,
  day          date   not null,
  search_type  text   not null,
  amount_minor bigint not null,
  count        int    not null,
  constraint spending_never_negative check (amount_minor >= 0 and count >= 0),
  primary key (owner_id, user_id, day, search_type)
);
alter table spending_counters enable row level security;
alter table spending_counters force row level security;
create policy owners_rows on spending_counters using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select on spending_counters to idanimo_app;

-- The day to which a member's purchase was counted; null for a person's own account.
alter table purchases add column spent_on date;
