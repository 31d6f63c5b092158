-- Runs a failed job again now with all its attempts, or deletes it. Returns its kind, or null if it did not fail or runs now.
create or replace function end_failed_job(job bigint, again boolean) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare task text;
begin
  select j.task_identifier into task from graphile_worker.jobs j where j.id = job and j.attempts > 0 and j.locked_at is null;
  if task is null then return null; end if;
  -- both leave a job alone that a worker took meanwhile, and then return no row
  if again then perform graphile_worker.reschedule_jobs(array[job], run_at => now(), attempts => 0);
  else perform graphile_worker.complete_jobs(array[job]); end if;
  return case when found then task end;
end $$;
revoke execute on function end_failed_job from public;
