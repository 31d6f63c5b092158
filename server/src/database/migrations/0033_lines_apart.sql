-- 0033: lines of files are done by hands of their own, and people who are asked at one moment are asked by one statement. A lane gave one line
-- at each look at the queue, and a queue that holds lanes alone is looked at once a second: a whole house did twenty lines a second. Other
-- people's work never waits for lines, since no hand does both. Source: R-31, R-34. The functions of 0013 stay for a program that is one version
-- older: after a minute its rounds bring lines that nobody of it knows how to do back into lanes.

-- Wakes the look-ups of lines. Work woken again keeps its place.
create function queue_lines(items uuid[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare jobs graphile_worker.job_spec[];
begin
  select array_agg(('look_up_line', json_build_object('itemId', id), null, null, 25::smallint, 'look_up:' || id, 10::smallint, null)::graphile_worker.job_spec
      order by place) into jobs from unnest(items) with ordinality as line (id, place);
  if jobs is not null then perform from graphile_worker.add_jobs(jobs, true); end if;
end $$;
revoke execute on function queue_lines from public;

-- As `begin_bulk`: begins the next lines of a paid file, so many that at most `most` are being looked up, and wakes itself while any is left.
create function begin_lines(of_purchase uuid, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare running int; begun uuid[];
begin
  perform from bulk_uploads u join purchases p on p.id = u.purchase_id
  where u.purchase_id = of_purchase and u.stopped_at is null and p.state = 'paid' for update of u;
  if not found then return 0; end if;
  select count(*) into running from purchase_items i
  where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'looking_up';
  with line as (
    update purchase_items set state = 'looking_up', moved_at = product_now() where id in (
      select i.id from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced'
      order by i.position limit greatest(most - running, 0)) returning id, position)
  select array_agg(id order by position) into begun from line;
  perform queue_lines(begun);
  if exists (select from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced') then
    perform queue_bulk(of_purchase, case when begun is null then 1 else 0 end);
  end if;
  return coalesce(array_length(begun, 1), 0);
end $$;
revoke execute on function begin_lines from public;
grant execute on function begin_lines to idanimo_app;

-- As `wake_bulk`: wakes lines whose wake-up may be lost, and files that have lines left and are not stopped.
create function wake_lines(older_than_seconds int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform queue_lines(array(select i.id from purchase_items i
    where i.bulk_line is not null and i.state = 'looking_up' and i.moved_at < product_now() - make_interval(secs => older_than_seconds)
    order by i.moved_at, i.position));
  perform queue_bulk(u.purchase_id, 0) from bulk_uploads u join purchases p on p.id = u.purchase_id and p.state = 'paid'
  where u.stopped_at is null and exists (
    select from purchase_items i where i.purchase_id = p.id and i.bulk_line is not null and i.state = 'priced');
end $$;
revoke execute on function wake_lines from public;
grant execute on function wake_lines to idanimo_app;

-- Moves items to waiting for their subjects; answers those that were still looked up. Their owners' counters are locked in one order before
-- they move, as by `deliver_items`, so two batches never wait for each other in a circle.
create function ask_items(items uuid[]) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  insert into request_totals (owner_id)
    select distinct i.owner_id from purchase_items i where i.id = any (items) order by i.owner_id on conflict do nothing;
  perform from request_totals t where t.owner_id in (select i.owner_id from purchase_items i where i.id = any (items))
    order by t.owner_id for update;
  return query update purchase_items set state = 'awaiting_consent', moved_at = product_now()
    where id = any (items) and state = 'looking_up' returning id;
end $$;
revoke execute on function ask_items from public;
grant execute on function ask_items to idanimo_app;
