-- A piece of a record that was not granted is deleted with the grant, and no piece exists without its result.
create or replace function check_pieces() returns table (invariant text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);
  return query select 'CL-14', format('request %s: the piece %s was not granted at %s, and still exists', p.request_id, p.parts, c.decided_at)
  from result_parts p join consents c on c.request_id = p.request_id
  where c.state = 'granted' and not p.parts <@ c.parts_granted and c.decided_at < product_now() - interval '5 minutes';
  return query select 'R-08', format('request %s: the piece %s has no result', p.request_id, p.parts)
  from result_parts p where not exists (select from results r where r.request_id = p.request_id);
end $$;
revoke execute on function check_pieces from public;
