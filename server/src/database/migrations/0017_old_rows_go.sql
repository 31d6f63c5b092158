-- 0017: rows that only served a while may be removed by the job that does so.
grant delete on inbound_notices, outbox_messages to idanimo_app;
create index outbox_messages_ended on outbox_messages (moved_at) where state <> 'waiting';
