-- The ledger: transfers between accounts of one currency, append-only; one event may have several legs (price and tax). Only
-- wallets have a balance, updated by a trigger in the same statement and never negative. The product's own accounts are sums
-- of transfers, so that no payment waits for a row that every payment needs.
create table ledger_accounts (
  id            uuid   primary key,
  owner_id      uuid   references users (id) on delete restrict,
  kind          text   not null check (kind in ('wallet', 'provider_cash', 'revenue', 'tax', 'adjustments')),
  currency      text   not null check (currency in ('NGN', 'USD')),
  balance_minor bigint check ((kind = 'wallet') = (balance_minor is not null)),
  constraint wallet_has_owner check ((kind = 'wallet') = (owner_id is not null)),
  constraint wallet_never_negative check (balance_minor >= 0),
  unique (id, currency),
  unique nulls not distinct (owner_id, kind, currency)
);
insert into ledger_accounts (id, kind, currency) values
  ('00000000-0000-4000-8000-000000000101', 'provider_cash', 'NGN'), ('00000000-0000-4000-8000-000000000102', 'provider_cash', 'USD'),
  ('00000000-0000-4000-8000-000000000201', 'revenue', 'NGN'),       ('00000000-0000-4000-8000-000000000202', 'revenue', 'USD'),
  ('00000000-0000-4000-8000-000000000301', 'tax', 'NGN'),           ('00000000-0000-4000-8000-000000000302', 'tax', 'USD'),
  ('00000000-0000-4000-8000-000000000401', 'adjustments', 'NGN'),   ('00000000-0000-4000-8000-000000000402', 'adjustments', 'USD');
grant select on ledger_accounts to idanimo_app;

create table ledger_transfers (
  id           uuid        primary key,
  key          text        not null, -- the cause; the same key is posted once
  leg          smallint    not null,
  from_account uuid        not null,
  to_account   uuid        not null check (to_account <> from_account),
  currency     text        not null,
  amount_minor bigint      not null check (amount_minor > 0),
  reason       text        not null check (reason in ('TOPUP', 'VERIFICATION', 'STAKEHOLDERS', 'REFUND', 'ADJUSTMENT')),
  created_at   timestamptz not null default product_now(),
  unique (key, leg),
  foreign key (from_account, currency) references ledger_accounts (id, currency),
  foreign key (to_account, currency)   references ledger_accounts (id, currency)
);
create index ledger_transfers_from on ledger_transfers (from_account, created_at desc, id desc);
create index ledger_transfers_to   on ledger_transfers (to_account, created_at desc, id desc);
create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function reject_change();
create trigger ledger_transfers_apply after insert on ledger_transfers
  referencing new table as added for each statement execute function apply_transfers();
-- for the transaction log: top-ups and failed top-ups
create index ledger_transfers_top_ups on ledger_transfers (to_account, created_at desc, id desc) where reason = 'TOPUP';
create trigger ledger_transfers_late_money after insert on ledger_transfers
  referencing new table as added for each statement execute function open_case_for_late_money();
grant select on ledger_transfers to idanimo_app;

-- Which kinds of accounts a transfer may connect, by reason.
create table allowed_postings (
  reason    text not null,
  from_kind text not null,
  to_kind   text not null,
  primary key (reason, from_kind, to_kind)
);
insert into allowed_postings values
  ('TOPUP', 'provider_cash', 'wallet'),
  ('VERIFICATION', 'wallet', 'revenue'), ('VERIFICATION', 'wallet', 'tax'),
  ('VERIFICATION', 'provider_cash', 'revenue'), ('VERIFICATION', 'provider_cash', 'tax'),
  ('STAKEHOLDERS', 'wallet', 'revenue'), ('STAKEHOLDERS', 'wallet', 'tax'),
  ('STAKEHOLDERS', 'provider_cash', 'revenue'), ('STAKEHOLDERS', 'provider_cash', 'tax'),
  ('REFUND', 'revenue', 'wallet'), ('REFUND', 'tax', 'wallet'),
  ('ADJUSTMENT', 'adjustments', 'wallet'), ('ADJUSTMENT', 'wallet', 'adjustments');
grant select on allowed_postings to idanimo_app;

-- Payout of a closed account's balance by an operator. The bank details are sealed with a key of their own and erased after
-- the payout.
create table pay_outs (
  id            uuid        primary key, -- also the id of its case and its key
  owner_id      uuid        not null unique references users (id) on delete restrict,
  naira_minor   bigint      not null check (naira_minor >= 0),
  dollars_minor bigint      not null check (dollars_minor >= 0),
  sealed        bytea,
  made_at       timestamptz not null default product_now(),
  claimed_at    timestamptz, -- by the operator who sends the money, so that no second one does
  claimed_by    text,
  paid_at       timestamptz,
  paid_by       text,        -- a second operator, who confirmed it
  check (naira_minor + dollars_minor > 0),
  check ((claimed_at is null) = (claimed_by is null)),
  check (paid_by is null or (claimed_by is not null and lower(paid_by) <> lower(claimed_by))),
  check ((paid_at is null) = (paid_by is null) and (paid_at is null) = (sealed is not null))
);
create index pay_outs_open on pay_outs (made_at) where paid_at is null;
alter table pay_outs enable row level security;
alter table pay_outs force row level security;
create policy owners_rows on pay_outs using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on pay_outs to idanimo_app;
grant update (sealed, claimed_at, claimed_by, paid_at, paid_by) on pay_outs to idanimo_app;
