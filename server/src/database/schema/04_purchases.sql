-- Prices, and purchases with one item per lookup.

-- The price list with its history: the newest row of each item that has begun is in effect. Amounts in minor units.
create table price_items (
  item           text        not null check (item ~ '^[a-zA-Z_]{1,40}$'),
  valid_from     timestamptz not null default product_now(),
  price_ngn      bigint      not null check (price_ngn >= 0),
  vat_ngn        bigint      not null check (vat_ngn >= 0),
  service_ngn    bigint      not null check (service_ngn >= 0),
  price_usd      bigint      not null check (price_usd >= 0),
  vat_usd        bigint      not null check (vat_usd >= 0),
  service_usd    bigint      not null check (service_usd >= 0),
  processing_ngn bigint      not null default 0 check (processing_ngn >= 0),
  changed_by     text        not null,
  primary key (item, valid_from)
);
create trigger price_items_append_only before update or delete or truncate on price_items for each statement execute function reject_change();
grant select, insert on price_items to idanimo_app;

create table exchange_rates (
  valid_from timestamptz primary key default product_now(),
  kobo_per_dollar bigint not null check (kobo_per_dollar > 0),
  changed_by text        not null
);
create trigger exchange_rates_append_only before update or delete or truncate on exchange_rates for each statement execute function reject_change();
grant select, insert on exchange_rates to idanimo_app;

create table purchases (
  id             uuid        primary key,
  session_code   text        not null unique,
  transaction_id text        not null unique check (transaction_id ~ '^EA[0-9]{14}$'),
  owner_id       uuid        not null references users (id) on delete restrict,
  state          text        not null check (state in ('initiated', 'paid', 'completed', 'abandoned')),
  currency       text        not null check (currency in ('NGN', 'USD')),
  price_minor    bigint      not null check (price_minor >= 0),
  tax_minor      bigint      not null check (tax_minor >= 0),
  total_minor    bigint      not null generated always as (price_minor + tax_minor) stored check (price_minor + tax_minor > 0),
  rate_minor     bigint      not null check (rate_minor > 0),
  quote          jsonb       not null, -- the lines as they were shown
  payment_type   text        check (payment_type in ('WALLET', 'INSTANT')),
  click_id       text,
  created_at     timestamptz not null default product_now(),
  quote_ends_at  timestamptz not null,
  paid_at        timestamptz,
  completed_at   timestamptz,
  bulk_from      int,
  check ((state in ('paid', 'completed')) = (paid_at is not null)),
  check ((paid_at is null) = (payment_type is null))
);
create index purchases_open on purchases (quote_ends_at) where state = 'initiated';
create index purchases_paid on purchases (owner_id, paid_at desc, id desc) where paid_at is not null;
create trigger purchases_initial_state before insert on purchases for each row execute function require_initial_state('purchase', 'initiated');
create trigger purchases_state_by_functions before update of state on purchases for each row
  when (current_user = 'idanimo_app' and new.state <> 'abandoned') execute function require_state_function();
create trigger purchases_open_account before insert on purchases for each row execute function reject_closed_owner();
create trigger purchases_transition after update on purchases referencing old table as old_rows new table as new_rows
  for each statement execute function reject_invalid_transitions('purchase');
grant select, insert on purchases to idanimo_app;
grant update (state, click_id) on purchases to idanimo_app;

-- One lookup of a purchase: its price and its outcome.
create table purchase_items (
  id          uuid        primary key, -- also the id of its verification request
  purchase_id uuid        not null references purchases (id) on delete restrict,
  owner_id    uuid        not null references users (id) on delete restrict,
  position    int         not null,
  search_type text        not null,
  price_minor bigint      not null check (price_minor >= 0),
  tax_minor   bigint      not null check (tax_minor >= 0),
  state       text        not null check (state in ('priced', 'looking_up', 'awaiting_consent', 'closed')),
  outcome     text        check (outcome in ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED', 'PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED')),
  created_at  timestamptz not null default product_now(),
  state_changed_at    timestamptz not null default product_now(),
  bulk_line   int check (bulk_line > 0),
  record_ended text check (record_ended in ('EXPIRED', 'WITHDRAWN')),
  listed_as   text generated always as (
    case state when 'awaiting_consent' then 'WAITING' when 'closed' then coalesce(record_ended, outcome) end) stored,
  check ((state = 'closed') = (outcome is not null)),
  unique (purchase_id, position)
);
create index purchase_items_listed on purchase_items (owner_id, created_at desc, id desc) where state in ('awaiting_consent', 'closed');
create index purchase_items_refunded on purchase_items (owner_id, state_changed_at desc, id desc)
  where outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED');
create index purchase_items_running on purchase_items (state_changed_at) where state in ('looking_up', 'awaiting_consent');
create trigger purchase_items_initial_state before insert on purchase_items for each row execute function require_initial_state('item', 'priced');
create trigger purchase_items_one_outcome before update of outcome on purchase_items for each row execute function reject_second_outcome();
create trigger purchase_items_state_by_functions before update of state on purchase_items for each row
  when (current_user = 'idanimo_app' and new.state <> 'awaiting_consent') execute function require_state_function();
-- bulk lines only: the next ones, the progress, whether any is open
create index purchase_items_bulk on purchase_items (purchase_id, state, position) where bulk_line is not null;
create index purchase_items_found on purchase_items (owner_id, search_type, listed_as, created_at desc, id desc) where listed_as is not null;
create trigger purchase_items_transition after update on purchase_items referencing old table as old_rows new table as new_rows
  for each statement execute function reject_invalid_transitions('item');
create trigger purchase_items_count after update on purchase_items referencing old table as old_rows new table as new_rows
  for each statement execute function count_requests();
grant select, insert on purchase_items to idanimo_app;
grant update (state, state_changed_at) on purchase_items to idanimo_app;

-- The three counters of the history, updated in the transaction that changes them instead of a count(*).
create table request_totals (
  owner_id     uuid   primary key references users (id) on delete cascade,
  listed       bigint not null default 0,
  successful   bigint not null default 0,
  unsuccessful bigint not null default 0
);
grant select on request_totals to idanimo_app;
