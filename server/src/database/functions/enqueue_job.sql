-- Queues a job in the caller's transaction; the queue's tables belong to the owner. A job that waits under the same key keeps its
-- place in the queue; a job that failed and pauses is brought forward.
create or replace function enqueue_job(task text, payload json, key text, run_at timestamptz default null, attempts int default 25) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => key, run_at => run_at, max_attempts => attempts,
    job_key_mode => case when run_at is null then 'preserve_run_at' else 'replace' end);
end $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to idanimo_app;
