-- 0004: money moves as transfers between accounts of one currency. A transfer is a fact and never changes; one event may have
-- several legs (price and tax). Only a wallet keeps a running balance, kept by the database itself in the same statement; it
-- can never go below zero. The house's own accounts are sums, so no payment waits for a row every other payment also needs.
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

create table ledger_transfers (
  id           uuid        primary key,
  key          text        not null, -- what caused it: same key, same effect, once
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
  for each statement execute function refuse_change();

-- The only ways money may go.
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

create function apply_transfers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from added t join ledger_accounts f on f.id = t.from_account join ledger_accounts g on g.id = t.to_account
    where not exists (select from allowed_postings p where p.reason = t.reason and p.from_kind = f.kind and p.to_kind = g.kind)
  ) then raise exception 'money cannot go this way' using errcode = 'check_violation'; end if;
  update ledger_accounts a set balance_minor = a.balance_minor + d.delta
  from (select account, sum(delta) as delta
        from (select from_account as account, -amount_minor as delta from added
              union all select to_account, amount_minor from added) moved
        group by account) d
  where a.id = d.account and a.kind = 'wallet';
  return null;
end $$;
create trigger ledger_transfers_move_balances after insert on ledger_transfers
  referencing new table as added for each statement execute function apply_transfers();

-- The house's own accounts, the same ids everywhere.
insert into ledger_accounts (id, kind, currency) values
  ('00000000-0000-4000-8000-000000000101', 'provider_cash', 'NGN'), ('00000000-0000-4000-8000-000000000102', 'provider_cash', 'USD'),
  ('00000000-0000-4000-8000-000000000201', 'revenue', 'NGN'),       ('00000000-0000-4000-8000-000000000202', 'revenue', 'USD'),
  ('00000000-0000-4000-8000-000000000301', 'tax', 'NGN'),           ('00000000-0000-4000-8000-000000000302', 'tax', 'USD'),
  ('00000000-0000-4000-8000-000000000401', 'adjustments', 'NGN'),   ('00000000-0000-4000-8000-000000000402', 'adjustments', 'USD');

-- Two empty wallets for a new account. The running program cannot write balances at all.
create function open_wallets(for_user uuid, naira_id uuid, dollar_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into ledger_accounts (id, owner_id, kind, currency, balance_minor)
  values (naira_id, for_user, 'wallet', 'NGN', 0), (dollar_id, for_user, 'wallet', 'USD', 0)
  on conflict do nothing
$$;
revoke execute on function open_wallets from public;
grant execute on function open_wallets to idanimo_app;
grant select on ledger_accounts, allowed_postings to idanimo_app;
-- The program inserts no transfer itself: the functions of 0008 do, and they know why.
grant select on ledger_transfers to idanimo_app;
