-- 0012: a day's head names that day. The first row ever sealed was followed by a head for the day before it, and a day after a
-- pause was given the head of a day that had no rows.
create or replace function seal_audit(most int default 5000) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry audit_log; last_hash bytea; last_position bigint; sealed int := 0; last_day date;
begin
  if not pg_try_advisory_xact_lock(7201, 1) then return 0; end if;
  select s.position, s.hash, l.at::date into last_position, last_hash, last_day
  from audit_seals s join audit_log l on l.id = s.audit_id order by s.position desc limit 1;
  last_position := coalesce(last_position, 0);
  last_hash := coalesce(last_hash, '\x'::bytea);
  for entry in
    select l.* from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id) order by l.at, l.id limit most
  loop
    if entry.at::date > last_day then
      insert into audit_heads values (last_day, last_position, last_hash) on conflict do nothing;
    end if;
    last_day := greatest(last_day, entry.at::date);
    last_position := last_position + 1;
    last_hash := audit_hash(last_hash, entry);
    insert into audit_seals (position, audit_id, hash) values (last_position, entry.id, last_hash);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
