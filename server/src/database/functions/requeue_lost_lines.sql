-- Queues bulk lines again whose job may be lost, and files with lines left that are not stopped.
create or replace function requeue_lost_lines(older_than_seconds int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform queue_lines(array(select i.id from purchase_items i
    where i.bulk_line is not null and i.state = 'looking_up' and i.state_changed_at < product_now() - make_interval(secs => older_than_seconds)
    order by i.state_changed_at, i.position));
  perform queue_bulk(u.purchase_id, 0) from bulk_uploads u join purchases p on p.id = u.purchase_id and p.state = 'paid'
  where u.stopped_at is null and exists (
    select from purchase_items i where i.purchase_id = p.id and i.bulk_line is not null and i.state = 'priced');
end $$;
revoke execute on function requeue_lost_lines from public;
grant execute on function requeue_lost_lines to idanimo_app;
