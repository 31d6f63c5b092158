-- For how many seconds the oldest due job has waited, and since when no worker has reported; null where there is none. The queue's
-- tables belong to the owner.
create or replace function queue_lag() returns table (jobs_seconds float8, workers_seconds float8)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select
    (select extract(epoch from product_now() - min(j.run_at))::float8 from graphile_worker.jobs j
     where j.run_at <= product_now() and j.locked_at is null and j.attempts = 0),
    (select extract(epoch from product_now() - max(w.seen_at))::float8 from worker_heartbeats w);
end $$;
revoke execute on function queue_lag from public;
grant execute on function queue_lag to idanimo_app;
