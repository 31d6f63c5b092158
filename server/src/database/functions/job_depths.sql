-- How many jobs of each kind wait, run and failed, and since when the oldest due one waits. The queue's tables belong to the owner.
create or replace function job_depths() returns table (task text, waiting bigint, running bigint, failed bigint, oldest_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select j.task_identifier, count(*) filter (where j.locked_at is null and j.attempts = 0), count(*) filter (where j.locked_at is not null),
    count(*) filter (where j.locked_at is null and j.attempts > 0),
    min(j.run_at) filter (where j.locked_at is null and j.attempts = 0 and j.run_at <= product_now())
  from graphile_worker.jobs j group by j.task_identifier order by j.task_identifier
$$;
revoke execute on function job_depths from public;
