-- The steps of stepwise.sql as one call: the best that a program gets which pays one by one.
create function load_pay(payer uuid, code text, task int, key text) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare wallet uuid; purchase purchases; item uuid;
begin
  select a.id into wallet from ledger_accounts a join users u on u.id = a.owner_id and u.active_currency = a.currency
    where a.owner_id = payer and a.kind = 'wallet' for update of a;
  select * into strict purchase from purchases p where p.session_code = code and p.owner_id = payer for update;
  insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason) values
    (gen_random_uuid(), 'purchase:' || purchase.id, 1, wallet, '00000000-0000-4000-8000-000000000201', 'NGN', purchase.price_minor, 'VERIFICATION'),
    (gen_random_uuid(), 'purchase:' || purchase.id, 2, wallet, '00000000-0000-4000-8000-000000000301', 'NGN', purchase.tax_minor, 'VERIFICATION');
  update purchases set state = 'paid', payment_type = 'WALLET', paid_at = now() where id = purchase.id;
  update purchase_items set state = 'looking_up', moved_at = now() where purchase_id = purchase.id returning id into item;
  insert into graphile_worker._private_jobs (task_id, payload, key, max_attempts) values (task, json_build_object('itemId', item), 'look_up:' || item, 25);
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason) values (gen_random_uuid(), 'user', payer, 'paid_from_wallet', purchase.id, '');
  insert into idempotency_keys (owner_id, route, key, body_hash, status, body)
    values (payer, '/transaction/wallet-payment', key, sha256(code::bytea), 200, '{"status":"success"}');
end $$;
