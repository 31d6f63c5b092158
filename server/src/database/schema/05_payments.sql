-- A payment at the card provider. `reference` is ours, stored before the provider is called.
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
  quarantined_minor  bigint      check (quarantined_minor > 0), -- paid, but not as intended
  created_at         timestamptz not null default product_now(),
  ends_at            timestamptz not null,
  checked_at         timestamptz,
  settled_at         timestamptz,
  paid_minor         bigint,
  check ((purpose = 'VERIFICATION') = (purchase_id is not null)),
  unique (provider, provider_id),
  constraint payments_paid_when_counted
  check (paid_minor is null or (state = 'succeeded' and paid_minor >= amount_minor))
);
create index payments_open on payments (created_at) where state = 'initiated';
create index payments_unsuccessful on payments (created_at) where state in ('failed', 'cancelled', 'expired') and quarantined_minor is null;
create index payments_owner on payments (owner_id, created_at desc);
create index payments_purchase on payments (purchase_id) where purchase_id is not null;
create trigger payments_initial_state before insert on payments for each row execute function require_initial_state('payment', 'initiated');
create trigger payments_transition before update of state on payments for each row execute function reject_invalid_transition('payment');
create index payments_failed_top_ups on payments (owner_id, created_at desc, id desc) where purpose = 'TOPUP' and state in ('failed', 'cancelled');
create trigger payments_open_account before insert on payments for each row execute function reject_closed_owner();
create index payments_settled on payments using brin (settled_at);
grant select, insert on payments to idanimo_app;
grant update (link, checked_at) on payments to idanimo_app;

-- Refunds by operators for a lookup whose charge was kept: one requests, another confirms; the outcome stays. Posted from
-- adjustments to the wallet. Only the database's owner may call the three functions, because the names are parameters.
create table operator_refunds (
  id           uuid        primary key,
  item_id      uuid        not null unique references purchase_items (id) on delete restrict,
  owner_id     uuid        not null references users (id) on delete restrict,
  currency     text        not null check (currency in ('NGN', 'USD')),
  amount_minor bigint      not null check (amount_minor > 0),
  reason       text        not null check (length(reason) between 1 and 150),
  asked_by     text        not null check (asked_by ~ '[[:alnum:]]'),
  asked_at     timestamptz not null default product_now(),
  confirmed_by text        check (confirmed_by ~ '[[:alnum:]]'),
  confirmed_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  constraint operator_refunds_need_two_operators check (lower(btrim(confirmed_by)) <> lower(btrim(asked_by)))
);
create index operator_refunds_owner on operator_refunds (owner_id, confirmed_at desc, id desc) where confirmed_at is not null;
create trigger operator_refunds_protected before insert or update or delete on operator_refunds for each row execute function protect_refund();
grant select on operator_refunds to idanimo_app;

-- Reconciliation: the card provider's list of transactions, and how it differs from the ledger.

-- Transactions as the provider last listed them, without the payer. Days are those of Lagos.
create table provider_transactions (
  provider     text        not null,
  their_id     text        not null check (length(their_id) between 1 and 100),
  reference    text        not null check (length(reference) <= 100),
  currency     text        not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint      not null check (amount_minor >= 0),
  state        text        not null check (state in ('successful', 'failed', 'cancelled', 'pending', 'other')),
  made_at      timestamptz not null,
  day          date        not null generated always as ((made_at at time zone 'Africa/Lagos')::date) stored,
  listed_at    timestamptz not null,
  primary key (provider, their_id)
);
create index provider_transactions_reference on provider_transactions (provider, reference);
create index provider_transactions_day on provider_transactions (provider, day, their_id);
grant select, insert, update, delete on provider_transactions to idanimo_app;

-- Money that the provider returned to a card. The product never requests that: its refunds go to the wallet.
create table provider_refunds (
  provider     text        not null,
  their_id     text        not null check (length(their_id) between 1 and 100),
  refunded_id  text        not null check (length(refunded_id) between 1 and 100), -- the transaction's
  amount_minor bigint      not null check (amount_minor >= 0),
  made_at      timestamptz not null,
  day          date        not null generated always as ((made_at at time zone 'Africa/Lagos')::date) stored,
  listed_at    timestamptz not null,
  primary key (provider, their_id)
);
create index provider_refunds_day on provider_refunds (provider, day);
grant select, insert, update, delete on provider_refunds to idanimo_app;

-- Which days were reconciled. One process at a time claims a day; a claim that is not renewed expires.
create table reconciliation_runs (
  provider      text        not null,
  day           date        not null,
  tries         int         not null default 0, -- since it was last completed
  tried_since   timestamptz,
  asked_at      timestamptz,
  claimed_until timestamptz,
  primary key (provider, day)
);
grant select, insert, update on reconciliation_runs to idanimo_app;

-- Sums of a day by currency: the provider's, and ours for the same transactions, including quarantined and unlisted ones.
create table reconciliation_days (
  provider     text        not null,
  day          date        not null,
  currency     text        not null,
  theirs_count bigint      not null check (theirs_count >= 0),
  theirs_minor bigint      not null check (theirs_minor >= 0),
  ours_count   bigint      not null check (ours_count >= 0),
  ours_minor   bigint      not null check (ours_minor >= 0),
  differences  bigint      not null check (differences >= 0), -- open ones at the last reconciliation
  asked_at     timestamptz not null default product_now(),
  primary key (provider, day, currency)
);
grant select, insert, update on reconciliation_days to idanimo_app;

-- A difference, recorded once: closing its case does not reopen it on another day.
create table reconciliation_differences (
  id           uuid        primary key, -- the object of its case
  provider     text        not null,
  kind         text        not null check (kind in ('unknown_here', 'not_counted', 'missing_there', 'other_amount', 'other_currency',
    'other_state', 'twice', 'refunded_there', 'unreadable')),
  identity     text        not null, -- their id, or our reference without one
  day          date        not null,
  reference    text,
  their_id     text,
  payment_id   uuid        references payments (id) on delete restrict,
  their_currency text,
  their_minor  bigint,
  our_currency text,
  our_minor    bigint,
  found_at     timestamptz not null default product_now(),
  seen_at      timestamptz not null default product_now(),
  resolved_at    timestamptz, -- settled by a later payment result
  cleared_at      timestamptz, -- no longer there at a later reconciliation
  unique (provider, kind, identity)
);
create index reconciliation_differences_day on reconciliation_differences (provider, day);
create index reconciliation_differences_open on reconciliation_differences (found_at) where resolved_at is null and cleared_at is null;
grant select, insert on reconciliation_differences to idanimo_app;
grant update (seen_at, resolved_at, cleared_at) on reconciliation_differences to idanimo_app;
