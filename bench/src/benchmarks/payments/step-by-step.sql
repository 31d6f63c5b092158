\set at :at + 1
\set n :from + :client_id * :per + :at - 1
\set user :n % :wallets
begin;
select a.id as wallet, a.balance_minor as balance from ledger_accounts a join owners o on o.id = a.owner_id and o.active_currency = a.currency where a.owner_id = lpad(:user::text, 32, '0')::uuid and a.kind = 'wallet' for update of a \gset
select id as purchase, price_minor as price, tax_minor as tax, state from purchases where session_code = 's' || lpad(:n::text, 21, '0') and owner_id = lpad(:user::text, 32, '0')::uuid for update \gset
insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason) values (gen_random_uuid(), 'purchase:' || :purchase, 1, :wallet::uuid, '00000000-0000-4000-8000-000000000201', 'NGN', :price, 'VERIFICATION'), (gen_random_uuid(), 'purchase:' || :purchase, 2, :wallet::uuid, '00000000-0000-4000-8000-000000000301', 'NGN', :tax, 'VERIFICATION');
update purchases set state = 'paid', payment_type = 'WALLET', paid_at = now() where id = :purchase::uuid;
update purchase_items set state = 'looking_up', state_changed_at = now() where purchase_id = :purchase::uuid returning id as item \gset
-- not with add_job: its notification makes commits wait for each other, which would slow the reference down
insert into graphile_worker._private_jobs (task_id, payload, key, max_attempts) values (:task, json_build_object('itemId', :item::text), 'look_up:' || :item, 25);
insert into audit_log (id, actor_kind, actor_id, action, object_id, reason) values (gen_random_uuid(), 'user', lpad(:user::text, 32, '0')::uuid, 'paid_from_wallet', :purchase::uuid, '');
insert into idempotency_keys (owner_id, route, key, body_hash, status, body) values (lpad(:user::text, 32, '0')::uuid, '/transaction/wallet-payment', 'key ' || :n, sha256(:n::text::bytea), 200, '{"status":"success"}');
commit;
