-- 0033: lines of files are done by hands of their own, and people who are asked at one moment are asked by one statement. A lane gave one line
-- at each look at the queue, and a queue that holds lanes alone is looked at once a second: a whole house did twenty lines a second. Other
-- people's work never waits for lines, since no hand does both. Source: R-31, R-34. The functions of 0013 stay for a program that is one version
-- older: after a minute its rounds bring lines that nobody of it knows how to do back into lanes.

-- Wakes the look-ups of lines. Work woken again keeps its place.
create or replace function queue_lines(items uuid[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare jobs graphile_worker.job_spec[];
begin
  select array_agg(('look_up_line', json_build_object('itemId', id), null, null, 25::smallint, 'look_up:' || id, 10::smallint, null)::graphile_worker.job_spec
      order by place) into jobs from unnest(items) with ordinality as line (id, place);
  if jobs is not null then perform from graphile_worker.add_jobs(jobs, true); end if;
end $$;
revoke execute on function queue_lines from public;
