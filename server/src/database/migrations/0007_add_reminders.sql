-- When a subject was reminded of a request: once for each request.

alter table consents add column reminded_at timestamptz;
grant update (reminded_at) on consents to idanimo_app;
