-- A page of the jobs that failed and do not run now, newest first: their kind and times, not what they are about.
create or replace function failed_jobs(before_id bigint, most int)
returns table (id bigint, task text, attempts int, tried_again_at timestamptz, failed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select j.id, j.task_identifier, j.attempts::int, case when j.attempts < j.max_attempts then j.run_at end, j.updated_at
  from graphile_worker.jobs j
  where j.attempts > 0 and j.locked_at is null and (before_id is null or j.id < before_id) order by j.id desc limit most
$$;
revoke execute on function failed_jobs from public;
