-- 0013: audit rows that wait for their seal stand in a list of their own. Looking for them among all rows took longer every day,
-- and from some millions of rows on the sealing would have stopped for good.
create table audit_unsealed (audit_id uuid primary key references audit_log (id), at timestamptz not null);
create index audit_unsealed_order on audit_unsealed (at, audit_id);
insert into audit_unsealed select l.id, l.at from audit_log l
where not exists (select from audit_seals s where s.audit_id = l.id);

create function note_unsealed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed select id, at from added;
  return null;
end $$;
create trigger audit_log_wait after insert on audit_log referencing new table as added for each statement execute function note_unsealed();
grant select on audit_unsealed to idanimo_app;

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
    select l.* from (select audit_id from audit_unsealed order by at, audit_id limit most) w join audit_log l on l.id = w.audit_id
    order by l.at, l.id
  loop
    if entry.at::date > last_day then
      insert into audit_heads values (last_day, last_position, last_hash) on conflict do nothing;
    end if;
    last_day := greatest(last_day, entry.at::date);
    last_position := last_position + 1;
    last_hash := audit_hash(last_hash, entry);
    insert into audit_seals (position, audit_id, hash) values (last_position, entry.id, last_hash);
    delete from audit_unsealed where audit_id = entry.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
