\set at :at + 1
\set n :from + :client_id * :per + :at - 1
\set user :n % :wallets
select load_pay(lpad(:user::text, 32, '0')::uuid, 's' || lpad(:n::text, 21, '0'), :task, 'key ' || :n);
