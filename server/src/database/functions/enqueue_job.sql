-- 0019: waking work up again keeps its place in the queue. The reconciler wakes what has waited for a minute; where the queue was longer than
-- that, each round put the oldest work behind everything else, and it was never done. Work that failed and pauses is still brought forward.
create or replace function enqueue_job(task text, payload json, key text, run_at timestamptz default null, attempts int default 25) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => key, run_at => run_at, max_attempts => attempts,
    job_key_mode => case when run_at is null then 'preserve_run_at' else 'replace' end);
end $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to idanimo_app;
