-- Queues the lookup of one bulk line.
create or replace function queue_bulk_line(item_id uuid, place int) returns void
language sql set search_path = public, pg_temp as $$
  select graphile_worker.add_job('look_up', json_build_object('itemId', item_id), queue_name => 'bulk_' || place % 16,
    job_key => 'look_up:' || item_id, max_attempts => 25, priority => 10, job_key_mode => 'preserve_run_at')
$$;
revoke execute on function queue_bulk_line from public;
