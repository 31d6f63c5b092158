-- 0010: the functions of 0008 alone say what is paid, settled or ended, and move money for it. The program's own role could
-- mark a purchase paid without a charge, a payment succeeded without its credit and an item ended without its refund (R-04,
-- R-06, R-09 by R-15). The functions run as the owner, so these triggers cost them one comparison and no look-up.
create function refuse_by_hand() returns trigger language plpgsql as $$
begin
  raise exception '% is moved by the functions that know why', tg_table_name using errcode = 'insufficient_privilege';
end $$;

revoke update (payment_type, paid_at, completed_at) on purchases from idanimo_app;
revoke update (outcome) on purchase_items from idanimo_app;
revoke update (state, provider_id, processor_response, quarantined_minor, settled_at) on payments from idanimo_app;

-- What the program still moves itself: a quote that ended, and an item whose subject was asked. Neither touches money.
create trigger purchases_by_functions before update of state on purchases for each row
  when (current_user = 'idanimo_app' and new.state <> 'abandoned') execute function refuse_by_hand();
create trigger purchase_items_by_functions before update of state on purchase_items for each row
  when (current_user = 'idanimo_app' and new.state <> 'awaiting_consent') execute function refuse_by_hand();
-- An adjustment is an operator's act; every other transfer has its function.
create trigger ledger_transfers_by_functions before insert on ledger_transfers for each row
  when (current_user = 'idanimo_app' and new.reason <> 'ADJUSTMENT') execute function refuse_by_hand();
