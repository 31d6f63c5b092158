-- Pays an approved purchase from the wallet of its currency, in the transaction that approves it. Returns `{code}`: success,
-- wallet_balance_low, account_suspended, facts_changed if it waits no longer, or cap_reached with the details of its member's cap.
-- `ids` contains two transfers and one audit row.
create or replace function pay_approved_purchase(bought uuid, ids uuid[]) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare wallet ledger_accounts; purchase purchases; cap jsonb;
begin
  select a.* into wallet from purchases p join ledger_accounts a on a.owner_id = p.owner_id and a.kind = 'wallet' and a.currency = p.currency
  where p.id = bought for update of a;
  select * into purchase from purchases p where p.id = bought for update;
  if purchase.state is distinct from 'awaiting_approval' then return '{"code": "facts_changed"}'; end if;
  if exists (select from suspensions s where s.ended_at is null and s.owner_id in (purchase.owner_id, purchase.made_by_user_id)) then
    return '{"code": "account_suspended"}';
  end if;
  if wallet.balance_minor < purchase.total_minor then return '{"code": "wallet_balance_low"}'; end if;
  cap := find_reached_cap(bought);
  if cap is not null then return jsonb_build_object('code', 'cap_reached', 'details', cap); end if;
  perform post_charges(array[bought], array[wallet.id], ids[1:2]);
  perform mark_all_paid(array[bought], 'WALLET');
  perform count_spending(array[bought]);
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason, organisation_id)
  values (ids[3], 'user', purchase.made_by_user_id, 'paid_from_wallet', bought, 'approved', purchase.owner_id);
  return '{"code": "success"}';
end $$;
revoke execute on function pay_approved_purchase from public;
grant execute on function pay_approved_purchase to idanimo_app;
