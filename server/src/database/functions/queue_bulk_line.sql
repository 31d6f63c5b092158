-- 0032: the lines of files have sixteen lanes. There were six when a process did ten jobs at once; it does sixty-four now, and each look at the
-- queue takes one line of a lane at most. Lines of one file wait for the same counters, so that many more lanes would only wait longer.
-- Forty-eight hands stay free for other people's work, which also goes first. Source: R-31, R-34.
create or replace function queue_bulk_line(item_id uuid, place int) returns void
language sql set search_path = public, pg_temp as $$
  select graphile_worker.add_job('look_up', json_build_object('itemId', item_id), queue_name => 'bulk_' || place % 16,
    job_key => 'look_up:' || item_id, max_attempts => 25, priority => 10, job_key_mode => 'preserve_run_at')
$$;
revoke execute on function queue_bulk_line from public;
