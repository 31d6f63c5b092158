-- 0042: pieces of a record are checked like results, evidence always names a version of the rules, and requests that the version
-- before still writes during an upgrade get their parts.

create trigger result_parts_need_charge after insert on result_parts referencing new table as new_rows
  for each statement execute function refuse_unpaid_results();

-- A piece that was not granted is deleted at the grant, and no piece remains without its result.
create function check_pieces() returns table (law text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);
  return query select 'CL-14', format('request %s: the piece %s was not granted at %s, and still exists', p.request_id, p.parts, c.decided_at)
  from result_parts p join consents c on c.request_id = p.request_id
  where c.state = 'granted' and not p.parts <@ c.parts_granted and c.decided_at < product_now() - interval '5 minutes';
  return query select 'R-08', format('request %s: the piece %s has no result', p.request_id, p.parts)
  from result_parts p where not exists (select from results r where r.request_id = p.request_id);
end $$;
create or replace function check_invariants(running_minutes int default 15) returns table (law text, detail text)
  language sql security definer set search_path = public, pg_temp as $$
  select * from check_evidence(running_minutes) union all select * from check_money() union all select * from check_pieces()
$$;
revoke execute on function check_pieces from public;

-- The earlier names of parts as the present ones.
create function present_parts(earlier text[]) returns text[] language sql immutable set search_path = public, pg_temp as $$
  select coalesce(array_agg(part order by place, rank), '{}') from unnest(earlier) with ordinality as e (name, place),
    lateral (select part, rank from (values
      ('identity', 'identity', 1), ('picture', 'photo', 1), ('picture', 'signature', 2), ('reach', 'contact', 1), ('reach', 'address', 2),
      ('life', 'education_work', 1), ('life', 'personal_details', 2), ('life', 'religion', 3), ('family', 'family', 1),
      ('bank', 'bank', 1), ('credit', 'credit', 1)) m (earlier_name, part, rank) where m.earlier_name = e.name) p
$$;
-- For a request of the version before, which names no rule: what it asks for, and what its grant opens.
create function fill_earlier_parts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.parts_required = '{}' then
    new.parts_required := present_parts(case new.search_type when 'nin_face' then '{identity,picture}' when 'bvn' then '{identity,credit}' else '{identity}' end::text[]);
    new.parts_offered := present_parts(case new.search_type when 'nin_face' then '{reach,life,family}' when 'bvn' then '{reach}'
      when 'phone' then '{picture,reach,life,family,bank}' else '{picture,reach,life,family}' end::text[]);
  end if;
  if new.state = 'granted' and new.parts_granted = '{}' then
    new.parts_granted := array(
      select part from unnest(new.parts_required || new.parts_offered) part where part <> all (present_parts(new.withheld)));
  end if;
  new.rule_version := 'earlier'; -- evidence of its decision is sealed with its parts
  return new;
end $$;
revoke execute on function present_parts, fill_earlier_parts from public;
create trigger consents_earlier_parts before insert or update on consents for each row
  when ((new.rule_version is null and new.state in ('initiate', 'pending', 'granted'))
    or (new.rule_version = 'earlier' and new.state = 'granted' and new.parts_granted = '{}')) execute function fill_earlier_parts();
-- What was asked and what was granted does not change afterwards.
create function refuse_changed_parts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the parts of a consent change with its decision only' using errcode = 'check_violation';
end $$;
revoke execute on function refuse_changed_parts from public;
create trigger consents_parts_stay before update on consents for each row
  when (old.rule_version <> 'earlier' and (
    (old.state <> 'initiate' and (old.parts_required, old.parts_offered) is distinct from (new.parts_required, new.parts_offered))
    or (not (old.state = 'pending' and new.state = 'granted') and old.parts_granted is distinct from new.parts_granted)))
  execute function refuse_changed_parts();
alter table consents add constraint consents_granted_parts
  check (state <> 'granted' or rule_version is null or parts_granted <> '{}') not valid;
select set_config('idanimo.owner', 'system', true);
-- beside the version before: only requests of the last two days; the trigger fills them in
update consents set rule_version = null where rule_version is null and (state in ('initiate', 'pending') or (state = 'granted' and gone_at > product_now()));
