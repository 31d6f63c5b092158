-- The operator console lists payments, refunds and pay-outs, reads the daily comparison and the accounts report, and records who
-- sent a pay-out and who confirmed it [OC-10]. Each list has an index in its order.
grant select (quarantined_minor, paid_minor, provider) on payments to idanimo_console;
grant select, update (sealed, claimed_at, claimed_by, paid_at, paid_by) on pay_outs to idanimo_console;
grant select on ledger_transfers, reconciliation_days, reconciliation_differences, provider_refunds to idanimo_console;
grant select (provider, their_id, currency) on provider_transactions to idanimo_console;
-- beside the version before: no installation has many pay-outs
create index pay_outs_paid on pay_outs (paid_at desc, id desc) where paid_at is not null;
-- beside the version before: no installation has many refunds by operators
create index operator_refunds_newest on operator_refunds (asked_at desc, id desc);
-- beside the version before: the list of all payments, newest first; one entry more for each new payment
create index payments_newest on payments (created_at desc, id desc);
-- beside the version before: few payments differ, and the list of them must not read the others
create index payments_quarantined on payments (created_at desc, id desc) where quarantined_minor is not null;
