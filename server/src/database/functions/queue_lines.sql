-- Queues the lookups of bulk lines, which have worker slots of their own. A job that waits already keeps its place.
create or replace function queue_lines(items uuid[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare jobs graphile_worker.job_spec[];
begin
  select array_agg(('look_up_line', json_build_object('itemId', id), null, null, 25::smallint, 'look_up:' || id, 10::smallint, null)::graphile_worker.job_spec
      order by place) into jobs from unnest(items) with ordinality as line (id, place);
  if jobs is not null then perform from graphile_worker.add_jobs(jobs, true); end if;
end $$;
revoke execute on function queue_lines from public;
