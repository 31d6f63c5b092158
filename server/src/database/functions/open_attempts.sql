-- Opens attempts: all of them, or none if one exists that may have been billed.
create or replace function open_attempts(ids uuid[], requests uuid[], parts text[], providers text[]) returns void
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare opened int;
begin
  perform set_config('idanimo.owner', 'system', true);
  insert into lookup_attempts (id, request_id, part, provider) select * from unnest(ids, requests, parts, providers)
  on conflict (request_id, part) where result <> 'not_accepted' do nothing;
  get diagnostics opened = row_count;
  if opened < cardinality(ids) then raise exception 'a part is being looked up already' using errcode = 'serialization_failure'; end if;
end $$;
