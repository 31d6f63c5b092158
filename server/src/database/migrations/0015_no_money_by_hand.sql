-- 0015: the program's role inserts no transfer at all. It could still post adjustments, and so credit any wallet (T-36, R-15); the
-- example accounts of a demonstration, which needed that, get their money as the owner.
revoke insert on ledger_transfers from idanimo_app;
drop trigger ledger_transfers_by_functions on ledger_transfers;
