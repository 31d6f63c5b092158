-- Rejects results of a purchase that is not paid (R-04).
create or replace function reject_unpaid_results() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from new_rows r where (
      select p.state in ('paid', 'completed') from purchase_items i join purchases p on p.id = i.purchase_id
      where i.id = r.request_id) is not true) then
    raise exception 'a result needs a settled charge' using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke execute on function reject_unpaid_results from public;
