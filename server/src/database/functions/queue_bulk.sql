-- Queues the job that starts a file's lines, behind every other lookup.
create or replace function queue_bulk(of_purchase uuid, in_seconds int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job('start_bulk', json_build_object('purchaseId', of_purchase), job_key => 'start_bulk:' || of_purchase,
    run_at => case when in_seconds > 0 then clock_timestamp() + make_interval(secs => in_seconds) end, max_attempts => 25, priority => 20);
end $$;
revoke execute on function queue_bulk from public;
grant execute on function queue_bulk to idanimo_app;
