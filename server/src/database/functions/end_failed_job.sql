-- Runs a failed job again now with all its attempts, or deletes it. Returns its kind, or null if it did not fail or runs now.
create or replace function end_failed_job(job bigint, again boolean) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare task text;
begin
  select t.identifier into task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.id = job and j.attempts > 0 and j.locked_at is null for update of j;
  if task is null then return null; end if;
  if again then perform graphile_worker.reschedule_jobs(array[job], run_at => now(), attempts => 0);
  else perform graphile_worker.complete_jobs(array[job]); end if;
  return task;
end $$;
revoke execute on function end_failed_job from public;
