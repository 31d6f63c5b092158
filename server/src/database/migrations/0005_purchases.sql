-- 0005: prices, purchases with one item per look-up, and payments at the card provider.

-- The price list with its history: the newest row of each position counts. Amounts in minor units.
create table price_items (
  position       smallint    not null check (position between 0 and 9),
  valid_from     timestamptz not null default product_now(),
  price_ngn      bigint      not null check (price_ngn >= 0),
  vat_ngn        bigint      not null check (vat_ngn >= 0),
  service_ngn    bigint      not null check (service_ngn >= 0),
  price_usd      bigint      not null check (price_usd >= 0),
  vat_usd        bigint      not null check (vat_usd >= 0),
  service_usd    bigint      not null check (service_usd >= 0),
  processing_ngn bigint      not null default 0 check (processing_ngn >= 0),
  changed_by     text        not null,
  primary key (position, valid_from)
);
create table exchange_rates (
  valid_from timestamptz primary key default product_now(),
  kobo_per_dollar bigint not null check (kobo_per_dollar > 0),
  changed_by text        not null
);
insert into price_items (position, valid_from, price_ngn, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, changed_by) values
  (0, '2026-01-01', 50000,  3800,  5000,  70,  6,  7, 'opening prices'),
  (1, '2026-01-01', 100000, 7500,  5000,  140, 11, 7, 'opening prices'),
  (2, '2026-01-01', 100000, 7500,  5000,  140, 11, 7, 'opening prices'),
  (3, '2026-01-01', 80000,  6000,  5000,  110, 9,  7, 'opening prices'),
  (4, '2026-01-01', 150000, 11300, 0,     199, 15, 0, 'opening prices'),
  (5, '2026-01-01', 500000, 37500, 5000,  699, 53, 7, 'opening prices'),
  (6, '2026-01-01', 100000, 7500,  5000,  140, 11, 7, 'opening prices'),
  (7, '2026-01-01', 100000, 7500,  5000,  140, 11, 7, 'opening prices'),
  (8, '2026-01-01', 100000, 7500,  5000,  140, 11, 7, 'opening prices'),
  (9, '2026-01-01', 100000, 7500,  5000,  140, 11, 7, 'opening prices');
insert into exchange_rates values ('2026-01-01', 150000, 'opening prices');
create trigger price_items_append_only before update or delete or truncate on price_items for each statement execute function refuse_change();
create trigger exchange_rates_append_only before update or delete or truncate on exchange_rates for each statement execute function refuse_change();

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
  quote          jsonb       not null, -- the lines as the owner saw them
  payment_type   text        check (payment_type in ('WALLET', 'INSTANT')),
  click_id       text,
  created_at     timestamptz not null default product_now(),
  quote_ends_at  timestamptz not null,
  paid_at        timestamptz,
  completed_at   timestamptz,
  check ((state in ('paid', 'completed')) = (paid_at is not null)),
  check ((paid_at is null) = (payment_type is null))
);
create index purchases_open on purchases (quote_ends_at) where state = 'initiated';
create index purchases_paid on purchases (owner_id, paid_at desc, id desc) where paid_at is not null;
insert into allowed_moves values
  ('purchase', 'initiated', 'paid'), ('purchase', 'initiated', 'abandoned'), ('purchase', 'paid', 'completed');
create trigger purchases_begin before insert on purchases for each row execute function refuse_other_beginning('purchase', 'initiated');
create trigger purchases_move before update of state on purchases for each row execute function refuse_illegal_move('purchase');

-- One look-up of a purchase: what it cost and how it ended.
create table purchase_items (
  id          uuid        primary key, -- also the id of its verification request
  purchase_id uuid        not null references purchases (id) on delete restrict,
  owner_id    uuid        not null references users (id) on delete restrict,
  position    smallint    not null,
  search_type text        not null,
  price_minor bigint      not null check (price_minor >= 0),
  tax_minor   bigint      not null check (tax_minor >= 0),
  state       text        not null check (state in ('priced', 'looking_up', 'awaiting_consent', 'closed')),
  outcome     text        check (outcome in ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED', 'PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED')),
  created_at  timestamptz not null default product_now(),
  moved_at    timestamptz not null default product_now(),
  check ((state = 'closed') = (outcome is not null)),
  unique (purchase_id, position)
);
create index purchase_items_listed on purchase_items (owner_id, created_at desc, id desc) where state in ('awaiting_consent', 'closed');
create index purchase_items_listed_type on purchase_items (owner_id, search_type, created_at desc, id desc) where state in ('awaiting_consent', 'closed');
create index purchase_items_refunded on purchase_items (owner_id, moved_at desc, id desc)
  where outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED');
create index purchase_items_running on purchase_items (moved_at) where state in ('looking_up', 'awaiting_consent');
insert into allowed_moves values
  ('item', 'priced', 'looking_up'), ('item', 'looking_up', 'awaiting_consent'), ('item', 'looking_up', 'closed'),
  ('item', 'awaiting_consent', 'closed');
create trigger purchase_items_begin before insert on purchase_items for each row execute function refuse_other_beginning('item', 'priced');
create trigger purchase_items_move before update of state on purchase_items for each row execute function refuse_illegal_move('item');

-- An outcome is said once. The move table ends at `closed`; this keeps its word from changing.
create function refuse_second_outcome() returns trigger language plpgsql as $$
begin
  if old.outcome is not null and new.outcome is distinct from old.outcome then
    raise exception 'an item ends once; it ended as %', old.outcome using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchase_items_end_once before update of outcome on purchase_items for each row execute function refuse_second_outcome();

-- The three counters of the history, kept in the transaction that changes them: no count(*) is ever needed.
create table request_totals (
  owner_id     uuid   primary key references users (id) on delete cascade,
  listed       bigint not null default 0,
  successful   bigint not null default 0,
  unsuccessful bigint not null default 0
);
create function count_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into request_totals as t (owner_id, listed, successful, unsuccessful) values (
    new.owner_id, (old.state = 'looking_up')::int,
    (new.outcome is not null and new.outcome = 'DELIVERED')::int, (new.outcome is not null and new.outcome <> 'DELIVERED')::int)
  on conflict (owner_id) do update set listed = t.listed + excluded.listed, successful = t.successful + excluded.successful,
    unsuccessful = t.unsuccessful + excluded.unsuccessful;
  return null;
end $$;
create trigger purchase_items_count after update of state on purchase_items for each row
  when (new.state is distinct from old.state and new.state in ('awaiting_consent', 'closed')) execute function count_request();

-- A payment at the card provider. `reference` is ours and reserved before the provider hears it.
create table payments (
  id                 uuid        primary key,
  reference          text        not null unique check (reference ~ '^EA[0-9]{14}$'),
  owner_id           uuid        not null references users (id) on delete restrict,
  purpose            text        not null check (purpose in ('TOPUP', 'VERIFICATION')),
  purchase_id        uuid        references purchases (id) on delete restrict,
  currency           text        not null check (currency in ('NGN', 'USD')),
  amount_minor       bigint      not null check (amount_minor > 0),
  state              text        not null check (state in ('initiated', 'succeeded', 'failed', 'cancelled', 'expired')),
  provider           text        not null,
  provider_id        text,
  link               text,
  processor_response text,
  quarantined_minor  bigint      check (quarantined_minor > 0), -- money that came but could not be counted as asked
  created_at         timestamptz not null default product_now(),
  ends_at            timestamptz not null,
  checked_at         timestamptz,
  settled_at         timestamptz,
  check ((purpose = 'VERIFICATION') = (purchase_id is not null)),
  unique (provider, provider_id)
);
create index payments_open on payments (created_at) where state = 'initiated';
create index payments_ended_badly on payments (created_at) where state in ('failed', 'cancelled', 'expired') and quarantined_minor is null;
create index payments_owner on payments (owner_id, created_at desc);
create index payments_purchase on payments (purchase_id) where purchase_id is not null;
insert into allowed_moves values
  ('payment', 'initiated', 'succeeded'), ('payment', 'initiated', 'failed'), ('payment', 'initiated', 'cancelled'),
  ('payment', 'initiated', 'expired'), ('payment', 'failed', 'succeeded'), ('payment', 'cancelled', 'succeeded'),
  ('payment', 'expired', 'succeeded');
create trigger payments_begin before insert on payments for each row execute function refuse_other_beginning('payment', 'initiated');
create trigger payments_move before update of state on payments for each row execute function refuse_illegal_move('payment');

-- What a person must look at: money that does not fit, a silent source. Closed by an operator, never deleted.
create table cases (
  id         uuid        primary key,
  kind       text        not null,
  object_id  uuid,
  detail     text        not null,
  opened_at  timestamptz not null default product_now(),
  closed_at  timestamptz,
  closed_by  text
);
create unique index cases_open_once on cases (kind, object_id) where closed_at is null;

grant select on price_items, exchange_rates, request_totals to idanimo_app;
grant insert on price_items, exchange_rates to idanimo_app;
grant select, insert on purchases, purchase_items, payments, cases to idanimo_app;
-- What the program still moves itself: a quote that ended, and an item whose subject was asked. Neither touches money. All else is
-- said by the functions of 0008; they run as the owner, so these triggers cost them one comparison and no look-up.
grant update (state) on purchases to idanimo_app;
grant update (state, moved_at) on purchase_items to idanimo_app;
grant update (link, checked_at) on payments to idanimo_app;
create function refuse_by_hand() returns trigger language plpgsql as $$
begin
  raise exception '% is moved by the functions that know why', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger purchases_by_functions before update of state on purchases for each row
  when (current_user = 'idanimo_app' and new.state <> 'abandoned') execute function refuse_by_hand();
create trigger purchase_items_by_functions before update of state on purchase_items for each row
  when (current_user = 'idanimo_app' and new.state <> 'awaiting_consent') execute function refuse_by_hand();
grant update (closed_at, closed_by) on cases to idanimo_app;
