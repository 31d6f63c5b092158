-- Submits a purchase for approval: false if it needs none, was submitted or paid, or its quote ended. Nothing is charged.
create or replace function await_approval(bought uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update purchases set state = next_state('purchase', state, 'approval_requested')
  where id = bought and state = 'initiated' and needs_approval and quote_ends_at > product_now();
  return found;
end $$;
revoke execute on function await_approval from public;
grant execute on function await_approval to idanimo_app;
