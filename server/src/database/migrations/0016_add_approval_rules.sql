-- Purchases of members that a colleague must approve [TM-07]: the rules, and the state in which a purchase waits.

create table approval_rules (
  id              uuid        primary key,
  organisation_id uuid        not null references organisations (id) on delete restrict,
  search_types    text[]      not null, -- empty: every kind of check
  purposes        text[]      not null, -- empty: every purpose
  above_minor     bigint      check (above_minor >= 0), -- kobo; null: every amount
  enabled         boolean     not null default true,
  created_at      timestamptz not null default product_now()
);
create index approval_rules_organisation on approval_rules (organisation_id);
grant select, insert, delete on approval_rules to idanimo_app;
grant update (search_types, purposes, above_minor, enabled) on approval_rules to idanimo_app;

-- Decided when the purchase is created, with its price and purpose.
alter table purchases add column needs_approval boolean not null default false;
alter table purchases drop constraint purchases_state_check;
alter table purchases add constraint purchases_state_check
  check (state in ('initiated', 'awaiting_approval', 'paid', 'completed', 'abandoned')) not valid; -- the states before are among them
