-- 0027: the card provider's own list beside our ledger, what differs between them, and money that two operators give back.

-- What the provider lists, as it said it last; nothing of who paid. A day is a day in Lagos.
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

-- Money that the provider sent back to a card. We never ask for that: refunds go to the wallet.
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

-- Which days were asked about; one process at a time asks about a day, and a claim that is not renewed ends.
create table reconciliation_asks (
  provider      text        not null,
  day           date        not null,
  tries         int         not null default 0, -- since it was last asked about to the end
  tried_since   timestamptz,
  asked_at      timestamptz,
  claimed_until timestamptz,
  primary key (provider, day)
);

-- What a day came to, by currency. Ours is what the ledger has, or put aside, for what they list on that day, and what they do not list.
create table reconciliation_days (
  provider     text        not null,
  day          date        not null,
  currency     text        not null,
  theirs_count bigint      not null check (theirs_count >= 0),
  theirs_minor bigint      not null check (theirs_minor >= 0),
  ours_count   bigint      not null check (ours_count >= 0),
  ours_minor   bigint      not null check (ours_minor >= 0),
  differences  bigint      not null check (differences >= 0), -- that stood when the day was asked about last
  asked_at     timestamptz not null default product_now(),
  primary key (provider, day, currency)
);

-- One difference, known once for ever, on whichever day it is seen: closing its case does not bring it back.
create table reconciliation_differences (
  id           uuid        primary key, -- what its case is about
  provider     text        not null,
  kind         text        not null check (kind in ('unknown_here', 'not_counted', 'missing_there', 'other_amount', 'other_currency',
    'other_state', 'twice', 'refunded_there', 'unreadable')),
  identity     text        not null, -- their id, or our reference where they list none
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
  mended_at    timestamptz, -- settled in the usual way; nobody needs to look
  gone_at      timestamptz, -- asked again, it was no more
  unique (provider, kind, identity)
);
create index reconciliation_differences_day on reconciliation_differences (provider, day);
create index reconciliation_differences_open on reconciliation_differences (found_at) where mended_at is null and gone_at is null;

-- beside the version before: an index by block ranges reads payments once, some seconds for a million, and whoever pays waits so long at most
create index payments_settled on payments using brin (settled_at);

-- What the ledger took from the provider for one payment. Of several payments for one purchase one bought it, and the others went to
-- the wallet: whichever brought more than its wallet got. Of a payment from before that was kept, the first that settled.
create function cash_of(payment payments) returns bigint language sql stable set search_path = public, pg_temp as $$
  select credit.minor + case when payment.state = 'succeeded' and payment.purchase_id is not null and case
        when payment.paid_minor is not null then payment.paid_minor > credit.minor
        else payment.id = (select b.id from payments b where b.purchase_id = payment.purchase_id and b.state = 'succeeded'
                           order by b.settled_at, b.id limit 1) end
      then (select coalesce(sum(t.amount_minor), 0)::bigint from ledger_transfers t join ledger_accounts a on a.id = t.from_account
            where t.key = 'purchase:' || payment.purchase_id and a.kind = 'provider_cash')
      else 0 end
  from (select coalesce(sum(t.amount_minor), 0)::bigint as minor from ledger_transfers t where t.key = 'payment:' || payment.reference) credit
$$;

grant select, insert, update, delete on provider_transactions, provider_refunds to idanimo_app;
grant select, insert, update on reconciliation_asks, reconciliation_days to idanimo_app;
grant select, insert on reconciliation_differences to idanimo_app;
grant update (seen_at, mended_at, gone_at) on reconciliation_differences to idanimo_app;

-- Money that operators give back for a look-up whose charge was kept. One of them asks, another one says yes; its outcome stays as it
-- is. Posted adjustments -> wallet. Both names are words of the asker, so the three functions are the owner's alone: the running
-- program, whatever is put into its statements, gives nothing back.
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
  constraint operator_refunds_take_two check (lower(btrim(confirmed_by)) <> lower(btrim(asked_by)))
);
create index operator_refunds_owner on operator_refunds (owner_id, confirmed_at desc, id desc) where confirmed_at is not null;
grant select on operator_refunds to idanimo_app;

create function refuse_other_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare item purchase_items; purchase purchases;
begin
  if tg_op <> 'INSERT' and old.confirmed_at is not null then
    raise exception 'operator_refunds: money that went back stays so' using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'UPDATE' and (new.id, new.item_id, new.owner_id, new.currency, new.amount_minor, new.reason, new.asked_by, new.asked_at)
      is distinct from (old.id, old.item_id, old.owner_id, old.currency, old.amount_minor, old.reason, old.asked_by, old.asked_at) then
    raise exception 'operator_refunds: a second name changes nothing of what was asked' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' and new.confirmed_at is not null then
    raise exception 'operator_refunds: asked first, confirmed after' using errcode = 'check_violation';
  end if;
  select * into item from purchase_items i where i.id = new.item_id;
  select * into purchase from purchases p where p.id = item.purchase_id;
  if item.outcome is null or item.outcome not in ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED') then
    raise exception 'operator_refunds: its charge was not kept' using errcode = 'check_violation';
  end if;
  if purchase.paid_at is null or purchase.currency <> new.currency or item.owner_id <> new.owner_id
      or new.amount_minor > item.price_minor + item.tax_minor then
    raise exception 'operator_refunds: not more, and to nobody else, than was paid' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger operator_refunds_fit before insert or update or delete on operator_refunds for each row execute function refuse_other_refund();

-- Asks for money to go back: all of what the look-up cost, or less. Answers asked | unknown | not_kept | too_much | known | account_closed.
create function ask_refund(new_id uuid, of_item uuid, amount bigint, who text, why text, audit_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare item purchase_items; purchase purchases;
begin
  select * into item from purchase_items i where i.id = of_item for update;
  if item.id is null then return 'unknown'; end if;
  select * into purchase from purchases p where p.id = item.purchase_id;
  if item.outcome is null or item.outcome not in ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED') then return 'not_kept'; end if;
  if coalesce(amount, 1) > item.price_minor + item.tax_minor or coalesce(amount, 1) <= 0 then return 'too_much'; end if;
  if exists (select from users u where u.id = item.owner_id and u.closed_at is not null) then return 'account_closed'; end if;
  insert into operator_refunds (id, item_id, owner_id, currency, amount_minor, reason, asked_by)
  values (new_id, of_item, item.owner_id, purchase.currency, coalesce(amount, item.price_minor + item.tax_minor), why, who)
  on conflict (item_id) do nothing;
  if not found then return 'known'; end if;
  insert into audit_log (id, actor_kind, action, object_id, reason) values (audit_id, 'operator', 'refund_asked', of_item, who || ': ' || why);
  return 'asked';
end $$;
revoke execute on function ask_refund from public;

-- The second name: the money goes back now. Answers refunded | unknown | already | same_name | account_closed.
create function confirm_refund(of_item uuid, who text, transfer_id uuid, audit_id uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare refund operator_refunds; wallet uuid;
begin
  select * into refund from operator_refunds r where r.item_id = of_item;
  if refund.id is null then return 'unknown'; end if;
  -- the wallet first, as everywhere, closing too; then the account, which cannot close meanwhile
  select a.id into wallet from ledger_accounts a
  where a.owner_id = refund.owner_id and a.kind = 'wallet' and a.currency = refund.currency for update;
  perform from users u where u.id = refund.owner_id and u.closed_at is null for share;
  if not found then return 'account_closed'; end if;
  select * into refund from operator_refunds r where r.item_id = of_item for update;
  if refund.id is null then return 'unknown'; end if;
  if refund.confirmed_at is not null then return 'already'; end if;
  if lower(btrim(who)) = lower(btrim(refund.asked_by)) then return 'same_name'; end if;
  update operator_refunds set confirmed_by = who, confirmed_at = product_now() where id = refund.id;
  insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
  values (transfer_id, 'adjustment:refund:' || of_item, 1, house_account('adjustments', refund.currency), wallet, refund.currency,
    refund.amount_minor, 'ADJUSTMENT');
  insert into audit_log (id, actor_kind, action, object_id, reason)
  values (audit_id, 'operator', 'refund_confirmed', of_item, who || ', asked by ' || refund.asked_by);
  return 'refunded';
end $$;
revoke execute on function confirm_refund from public;

-- Takes back what was asked and not yet confirmed. Answers whether there was any.
create function drop_refund(of_item uuid, who text, audit_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from operator_refunds r where r.item_id = of_item and r.confirmed_at is null;
  if not found then return false; end if;
  insert into audit_log (id, actor_kind, action, object_id, reason) values (audit_id, 'operator', 'refund_dropped', of_item, who);
  return true;
end $$;
revoke execute on function drop_refund from public;
