-- The operator console tells the owner of an account what an operator did.
grant execute on function notice_recipient(uuid, uuid, uuid) to idanimo_console;
