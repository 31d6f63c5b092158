-- Adds transfers to the balances of the wallets they move. Runs as a trigger, in the statement that inserts them.
create or replace function apply_transfers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from added t join ledger_accounts f on f.id = t.from_account join ledger_accounts g on g.id = t.to_account
    where not exists (select from allowed_postings p where p.reason = t.reason and p.from_kind = f.kind and p.to_kind = g.kind)
  ) then raise exception 'this posting is not allowed' using errcode = 'check_violation'; end if;
  update ledger_accounts a set balance_minor = a.balance_minor + d.delta
  from (select account, sum(delta) as delta
        from (select from_account as account, -amount_minor as delta from added
              union all select to_account, amount_minor from added) moved
        group by account) d
  where a.id = d.account and a.kind = 'wallet';
  return null;
end $$;
