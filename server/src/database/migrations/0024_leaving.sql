-- 0024: whoever has an account may leave. What must stay (money, proof) stays without a name; a business is only called verified while
-- its number and its name are those the register knows.

alter table users
  add column closed_at timestamptz,
  add column match_tried_at timestamptz,                                    -- when the register was last asked about the business
  add column match_tries smallint not null default 0 check (match_tries >= 0);
alter table users add constraint users_verified_has_business
  check (verified_at is null or (business_name is not null and rc_number is not null));
-- A closed account says nothing of whoever had it, and nothing lets anybody in.
alter table users add constraint users_closed_is_empty check (closed_at is null or (
  email = 'closed-' || id::text || '@invalid' and first_name = 'Closed' and last_name = 'account' and password_hash is null
  and email_proved_at is null and totp_sealed is null and totp_on_at is null and nin_sealed is null and nin_masked is null
  and phone is null and address is null and office_address is null and business_name is null and rc_number is null
  and designation is null and profile_image is null and click_id is null and verified_at is null));
-- A number of the register is one company's: only one account goes by it as verified, however it is written.
create function plain_rc(rc text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(regexp_replace(rc, '[^0-9A-Za-z]', '', 'g')), '^(RC)?0*', '')
$$;
create unique index users_one_verified on users (plain_rc(rc_number)) where verified_at is not null;
create index users_to_match on users (match_tried_at nulls first)
  where user_type = 'business' and verified_at is null and closed_at is null and email_proved_at is not null;

-- As in 0010, with the one way in which an e-mail goes. A changed name or number is not the one that the register confirmed.
create or replace function refuse_other_person() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null then raise exception 'users: a closed account stays as it is' using errcode = 'check_violation'; end if;
  if new.email <> old.email and new.closed_at is null then raise exception 'users: an e-mail is never changed' using errcode = 'check_violation'; end if;
  if new.user_type <> old.user_type then raise exception 'users: a type is never changed' using errcode = 'check_violation'; end if;
  if old.phone is not null and new.phone is not null and new.phone <> old.phone then
    raise exception 'users: a phone is set once' using errcode = 'check_violation';
  end if;
  if new.business_name is distinct from old.business_name or new.rc_number is distinct from old.rc_number then
    new.verified_at := null;
    new.match_tried_at := null;
    new.match_tries := 0;
  end if;
  return new;
end $$;

-- Until when a sign-in may take everything that is known of its owner: they proved a moment ago that it is them.
alter table sign_ins add column export_until timestamptz;

-- As in 0010, and nobody is signed in to a closed account, whatever let them in.
create or replace function begin_sign_in(
  new_id uuid, of_user uuid, new_token_hash bytea, its_kind text, its_device text, lasts interval,
  came_as bytea,      -- hash of the name the browser came with
  goes_as bytea,      -- hash of the name it is known by from now on; null: it keeps none
  audit_id uuid, second_step_done boolean, compared_password text
) returns table (outcome text, is_new boolean, ends_at timestamptz) language plpgsql set search_path = public, pg_temp as $$
declare account record;
begin
  select u.password_hash, u.totp_on_at, u.closed_at into account from users u where u.id = of_user for share;
  if not found or account.closed_at is not null or (compared_password is not null and compared_password is distinct from account.password_hash) then
    return query select 'changed', false, null::timestamptz; return;
  end if;
  if account.totp_on_at is not null and not second_step_done then return query select 'second_step', false, null::timestamptz; return; end if;
  is_new := (exists (select from sign_ins s where s.user_id = of_user) or exists (select from known_devices d where d.user_id = of_user))
    and not exists (select from known_devices d where d.user_id = of_user and d.device_hash = came_as)
    and not exists (select from sign_ins s where s.user_id = of_user and s.kind = 'bearer' and s.kind = its_kind and s.device = its_device);
  ends_at := product_now() + lasts;
  insert into sign_ins (id, user_id, token_hash, kind, device, ends_at)
  values (new_id, of_user, new_token_hash, its_kind, its_device, begin_sign_in.ends_at);
  if goes_as is not null then
    insert into known_devices as d (user_id, device_hash) values (of_user, goes_as)
    on conflict (user_id, device_hash) do update set last_at = product_now() where d.last_at < product_now() - interval '1 day';
  end if;
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason) values (audit_id, 'user', of_user, 'signed_in', new_id, '');
  outcome := 'signed_in';
  return next;
end $$;

-- Nothing is bought or paid for an account that closes in this very moment: whoever inserts waits for the closing, and then sees it.
create function refuse_closed_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare closed timestamptz;
begin
  select u.closed_at into closed from users u where u.id = new.owner_id for key share;
  if closed is not null then raise exception '%: the account was closed', tg_table_name using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger purchases_of_open_accounts before insert on purchases for each row execute function refuse_closed_owner();
create trigger payments_of_open_accounts before insert on payments for each row execute function refuse_closed_owner();

-- What an account's wallets hold; nothing moves in them until the transaction ends.
create function hold_wallets(of_user uuid) returns table (currency text, balance_minor bigint)
language sql security definer set search_path = public, pg_temp as $$
  select a.currency, a.balance_minor from ledger_accounts a where a.owner_id = of_user and a.kind = 'wallet' order by a.id for update
$$;
revoke execute on function hold_wallets from public;
grant execute on function hold_wallets to idanimo_app;

-- Takes out what a closed account's wallets hold: given up, or to be paid out. Of an account that is open it takes nothing. The key
-- makes it happen once.
create function empty_closed_wallets(of_user uuid, naira_id uuid, dollar_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from users u where u.id = of_user and u.closed_at is not null) then
    raise exception 'only a closed account''s wallets are emptied' using errcode = 'check_violation';
  end if;
  insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
  select case a.currency when 'NGN' then naira_id else dollar_id end, 'adjustment:closed:' || of_user || ':' || a.currency, 1,
    a.id, house_account('adjustments', a.currency), a.currency, a.balance_minor, 'ADJUSTMENT'
  from ledger_accounts a where a.owner_id = of_user and a.kind = 'wallet' and a.balance_minor > 0;
end $$;
revoke execute on function empty_closed_wallets from public;
grant execute on function empty_closed_wallets to idanimo_app;

-- Where the balance of a closed account is to go; an operator sends it. The bank's details are sealed with a key of their own, and
-- erased once the money was sent.
create table pay_outs (
  id            uuid        primary key, -- also of its case and its key
  owner_id      uuid        not null unique references users (id) on delete restrict,
  naira_minor   bigint      not null check (naira_minor >= 0),
  dollars_minor bigint      not null check (dollars_minor >= 0),
  sealed        bytea,
  made_at       timestamptz not null default product_now(),
  claimed_at    timestamptz, -- one operator read where to, and sends it: nobody else does meanwhile
  claimed_by    text,
  paid_at       timestamptz,
  paid_by       text,        -- somebody else, who saw that it was sent
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

-- Money that comes for an account that has closed meanwhile, whatever brought it, is in its wallet, where nobody can reach it: a person
-- looks at it. What it is about is the payment, or the look-up that gave it back.
create function tell_late_money() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from added where reason in ('TOPUP', 'REFUND', 'ADJUSTMENT')) then return null; end if; -- most pay for something
  insert into cases (id, kind, object_id, detail)
  select gen_random_uuid(), 'money_after_closing', case l.reason
      when 'TOPUP' then (select p.id from payments p where p.reference = substring(l.key from '^payment:(.*)$'))
      when 'REFUND' then substring(l.key from '^refund:([0-9a-f-]{36})$')::uuid
      else l.owner_id end,
    format('came %s %s', l.amount, l.currency)
  from (
    select t.key, t.reason, t.currency, a.owner_id, sum(t.amount_minor) as amount
    from added t join ledger_accounts a on a.id = t.to_account and a.kind = 'wallet' join users u on u.id = a.owner_id
    where u.closed_at is not null group by t.key, t.reason, t.currency, a.owner_id) l
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_transfers_tell_late after insert on ledger_transfers
  referencing new table as added for each statement execute function tell_late_money();

-- By which link somebody came is theirs: of an account that closes it is forgotten.
grant update (click_id) on purchases to idanimo_app;

-- Whoever asked about people and then closed their account. For twelve months those people still see who it was; and whom they let
-- ask no more stays blocked when the same mailbox opens another account. The name is sealed with a key of its own.
create table left_askers (
  id           uuid        primary key, -- also of the key
  owner_id     uuid        not null unique references users (id) on delete restrict,
  mailbox_hash bytea       not null, -- keyed
  sealed       bytea,
  left_at      timestamptz not null default product_now()
);
create index left_askers_mailbox on left_askers (mailbox_hash);
create index left_askers_left on left_askers (left_at);
alter table left_askers enable row level security;
alter table left_askers force row level security;
create policy products_rows on left_askers using ((select current_setting('idanimo.owner', true)) = 'system');
grant select, insert, delete on left_askers to idanimo_app;
grant update (sealed) on left_askers to idanimo_app;
