-- Deletes the consent of a request whose subject is not asked. The program may delete no consent by itself.
create or replace function delete_unasked_consent(of_request uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from consents where request_id = of_request and state = 'initiate';
$$;
revoke execute on function delete_unasked_consent from public;
grant execute on function delete_unasked_consent to idanimo_app;
