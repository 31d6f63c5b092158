-- Every violation of an invariant (R-01 to R-15); no row means that all hold. `running_minutes`: how long work may take
-- before it counts as stuck.
create or replace function check_invariants(running_minutes int default 15) returns table (invariant text, detail text)
language sql security definer set search_path = public, pg_temp as $$
  select * from check_evidence(running_minutes) union all select * from check_money() union all select * from check_pieces()
  union all select * from check_spending()
$$;
revoke execute on function check_invariants from public;
grant execute on function check_invariants to idanimo_app;
